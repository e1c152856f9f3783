import type { TestKampus } from "#server/testing/test-kampus.ts";

interface Route {
  method: "GET" | "POST" | "PUT" | "DELETE";
  url: string;
}

/** Every documented route, with ids that name nothing. */
export async function everyRoute(kampus: TestKampus): Promise<Route[]> {
  const { paths } = (await kampus.get("/api/openapi.json")).json<{
    paths: Record<string, Record<string, object>>;
  }>();
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({
      method: method.toUpperCase() as Route["method"], // OpenAPI names no others here
      url: path
        .replace("{locale}", "en")
        .replace("{x}", "private")
        .replace("{key}", "2014")
        .replace(/\{\w+\}/, "2147483647"),
    })),
  );
}

/** Those that need a session. */
export async function privateRoutes(kampus: TestKampus): Promise<Route[]> {
  const routes = await everyRoute(kampus);
  const answers = await Promise.all(routes.map(({ method, url }) => kampus.call(method, url)));
  return routes.filter((_route, index) => answers[index]?.statusCode === 401);
}
