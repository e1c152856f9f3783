/**
 * Who may import what: app → components → lib, and server → the contract in lib.
 * A folder inside components/, lib/ or server/ that is not a shared room is a feature, and features are strangers.
 */
const sharedRooms = {
  components: "ui|layout|params|testing",
  lib: "api|browser|i18n|http|members|site|validation|config|params|files|testing",
  server:
    "admin|compose|http|infra|telemetry|members|plugins|db|mail|params|storage|uploads|realtime|suites|testing",
};
const anySharedRoom = Object.values(sharedRooms).join("|");

/** Captures the feature's name. */
const inFeature = `^(?:components|lib|server)/(?!(?:${anySharedRoom})/)([^/]+)/`;

const shared = [
  `^components/(?:${sharedRooms.components})/`,
  `^lib/(?:(?:${sharedRooms.lib})/)?[^/]+\\.tsx?$`,
  `^server/(?:(?:${sharedRooms.server})/|[^/]+\\.ts$)`,
];

/** What composes the features of the server, and the set-up of its tests, which starts all of it. */
const composesServer =
  "^server/(?:(?:app|services|main|migrate|seed|admin)\\.ts$|compose/|admin/|suites/|testing/)";
const tables = "^server/[^/]+/tables\\.ts$";
/** The map of the socket's events: each feature has the schemas of its own, and both halves are typed by all. */
const socketEvents = "^lib/api/socket-events\\.ts$";
const tests = "\\.test\\.tsx?$";
const testTools = "node_modules/(?:vitest|@testing-library/[^/]+|@playwright/test)/";

/** The part of lib/ that both halves share. */
const contract =
  "^lib/(?:.+/[a-z-]*schema|routes|auth/account-name|api/(?:early-calls|errors|page-answer|socket-events)|site/surfaces|params/school-name|members/(?:spelling|class-key|study-group)|browser/(?:cookie-names|image-files)|files/(?:picture-limits|tags/tag-removal)|validation/(?:normalized|reserved-names)|i18n/(?:locales|negotiate-locale|numbers))\\.ts$";

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    { name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
    {
      name: "no-unresolvable",
      comment: "An import that is not followed escapes every other rule.",
      severity: "error",
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: "only-app-sees-app",
      severity: "error",
      from: { pathNot: "^app/" },
      to: { path: "^app/" },
    },
    {
      name: "only-server-sees-server",
      comment:
        "No answer of the server says what a captcha reads, or of which files a page is made: benchmarks ask its modules. What is deployed, and what fails, is tried with the doubles of the server's tests.",
      severity: "error",
      from: {
        pathNot: "^server/|^deploy/|^bench/captcha|^bench/bundles|^bench/cluster|^e2e/faults/",
      },
      to: { path: "^server/" },
    },
    {
      name: "faults-see-only-services",
      severity: "error",
      from: { path: "^e2e/faults/" },
      to: { path: "^server/", pathNot: "^server/testing/(?:doubles/|test-redis\\.ts$)" },
    },
    {
      name: "only-tools-see-tools",
      comment: "scripts/, e2e/, bench/ and deploy/ are around the product, not in it.",
      severity: "error",
      from: { path: "^(?:app|components|lib|server)/|^middleware\\.ts$" },
      to: { path: "^(?:scripts|e2e|bench|deploy)/" },
    },
    {
      name: "lib-sees-only-lib",
      severity: "error",
      from: { path: "^lib/|^middleware\\.ts$" },
      to: { path: "^components/" },
    },
    {
      name: "server-sees-only-contracts",
      severity: "error",
      from: { path: "^server/" },
      to: { path: "^(?:components|lib)/", pathNot: contract },
    },
    {
      name: "features-are-strangers",
      comment: "Compose in app/, server/app.ts or server/compose/. Everyone may use auth.",
      severity: "error",
      from: { path: inFeature, pathNot: tables },
      to: { path: inFeature, pathNot: "^(?:components|lib|server)/(?:$1|auth)/" },
    },
    {
      name: "tables-see-only-tables",
      comment: "Foreign keys are the one edge allowed between features.",
      severity: "error",
      from: { path: tables },
      to: { path: "^(?:components|lib|server)/", pathNot: tables },
    },
    {
      name: "shared-knows-no-feature",
      severity: "error",
      from: {
        path: shared,
        pathNot: [composesServer, socketEvents, "^(?:components|lib)/testing/", tests],
      },
      to: { path: inFeature, pathNot: tables },
    },
    {
      name: "events-know-only-schemas",
      severity: "error",
      from: { path: socketEvents },
      to: { path: inFeature, pathNot: "^lib/.+schema\\.ts$" },
    },
    {
      name: "pages-load-no-map-of-events",
      comment:
        "It would bring the schemas of every feature to every page. Its types weigh nothing.",
      severity: "error",
      from: { path: "^(?:app|components|lib)/", pathNot: tests },
      to: { path: socketEvents, dependencyTypesNot: ["type-only"] },
    },
    {
      name: "composition-is-the-top",
      comment: "server/compose/deps.ts builds what features need; they do not reach for it.",
      severity: "error",
      from: { path: "^server/", pathNot: [composesServer, tests] },
      to: { path: composesServer, pathNot: tables },
    },
    {
      name: "nobody-sees-tests",
      severity: "error",
      from: { pathNot: tests },
      to: { path: tests },
    },
    {
      name: "production-sees-no-dev-packages",
      severity: "error",
      from: { path: "^(?:app|components|lib|server)/", pathNot: [tests, "^server/testing/"] },
      to: { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["type-only"], pathNot: testTools },
    },
    {
      name: "production-reaches-no-test-tools",
      comment: "What tests share may import them; then nothing but tests may import it.",
      severity: "error",
      from: { path: "^(?:app/|server/main\\.ts$|middleware\\.ts$)", pathNot: tests },
      to: { path: testTools, reachable: true },
    },
  ],
  options: {
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true, // type-only imports count too
    exclude: { path: "^(?:\\.next|var|coverage|test-results|playwright-report)/" },
    doNotFollow: { path: "node_modules" },
    enhancedResolveOptions: {
      extensions: [".ts", ".tsx", ".mjs", ".js", ".json", ".d.ts"],
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
    },
  },
};
