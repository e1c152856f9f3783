import { expect, it } from "vitest";
import { databaseAddress } from "#server/db/database-address.ts";

const read = (url: string) => databaseAddress.safeParse(url).data;

it("the address of one server is taken unchanged", () => {
  for (const url of [
    "postgres://localhost/kampus",
    "postgresql://kampus:a%2Fb@[::1]:5433/kampus?sslmode=require",
    "postgres:///kampus?host=/run/postgresql",
  ])
    expect(read(url)).toEqual({ urls: [url], takesWrites: false });
});

it("several servers share user, database and parameters, and each has its port", () => {
  expect(
    read(
      "postgres://kampus:a,b@one:5433,two/kampus?sslmode=require&target_session_attrs=read-write",
    ),
  ).toEqual({
    urls: [
      "postgres://kampus:a,b@one:5433/kampus?sslmode=require",
      "postgres://kampus:a,b@two/kampus?sslmode=require",
    ],
    takesWrites: true,
  });
});

it("an address that names no server, or requires an attribute that nobody checks, is refused", () => {
  for (const url of [
    "localhost:5432",
    "mysql://localhost/kampus",
    "postgres://one:port,two/kampus",
    "postgres://one,two/kampus?target_session_attrs=standby",
  ])
    expect(read(url)).toBeUndefined();
});
