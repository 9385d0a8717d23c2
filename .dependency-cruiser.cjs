/** The walls of docs/architecture.md, "Who may import whom". */

const SERVER = '^apps/server/src/'
const PLUMBING = 'http|db|realtime|telemetry|providers|testing|invariants'
const CONSOLE = '^apps/console/src/'
const TESTS = '[.]test[.]tsx?$'
const NODE = ['core']
const NPM = ['npm', 'npm-dev', 'npm-optional', 'npm-peer', 'npm-no-pkg', 'npm-unknown']

module.exports = {
  forbidden: [
    {
      name: 'no-circles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '^geojson$' } },
    {
      name: 'no-test-code-in-the-product',
      comment: 'What ships does not lean on tests.',
      severity: 'error',
      from: { path: '^(apps|packages)/', pathNot: [TESTS, '/testing/'] },
      to: { path: [TESTS, '/testing/', '^e2e/', '^bench/'] },
    },

    // 1. The domain is pure; the contract is the domain and zod.
    {
      name: 'domain-imports-itself-only',
      severity: 'error',
      from: { path: '^packages/domain/src/', pathNot: [TESTS, '/testing/'] },
      to: { pathNot: '^packages/domain/src/' },
    },
    {
      name: 'contract-imports-domain-and-zod',
      severity: 'error',
      from: { path: '^packages/contract/src/', pathNot: TESTS },
      to: { pathNot: ['^packages/(contract|domain)/src/', 'node_modules/zod/'] },
    },
    {
      name: 'simulation-stands-outside',
      comment: 'The pretend city is a customer of the public API.',
      severity: 'error',
      from: { path: '^packages/simulation/src/', pathNot: TESTS },
      to: { path: '^apps/' },
    },

    // 2. Server modules meet through <module>.public.ts.
    {
      name: 'modules-meet-in-public',
      severity: 'error',
      from: { path: `${SERVER}([^/]+)/`, pathNot: [TESTS, `${SERVER}(${PLUMBING})/`] },
      to: { path: `${SERVER}([^/]+)/`, pathNot: [`${SERVER}$1/`, `${SERVER}(${PLUMBING})/`, '[.]public[.]ts$'] },
    },
    {
      name: 'app-joins-modules-by-their-doors',
      severity: 'error',
      from: { path: `${SERVER}[^/]+[.]ts$`, pathNot: TESTS },
      to: {
        path: `${SERVER}([^/]+)/`,
        pathNot: [`${SERVER}(${PLUMBING})/`, '[.](public|routes|jobs)[.]ts$'],
      },
    },

    // 3. Plumbing knows no module; SQL and Fastify have their places.
    {
      name: 'plumbing-knows-no-module',
      severity: 'error',
      from: { path: `${SERVER}(http|db|realtime|telemetry|providers)/`, pathNot: TESTS },
      to: { path: `${SERVER}[^/]+/`, pathNot: `${SERVER}(http|db|realtime|telemetry|providers|testing)/` },
    },
    {
      name: 'sql-in-its-places',
      severity: 'error',
      from: {
        path: SERVER,
        pathNot: [
          TESTS,
          `${SERVER}(db|testing|invariants)/`,
          '[.](store|views)[.]ts$',
          `${SERVER}http/health[.]routes[.]ts$`,
        ],
      },
      to: { path: 'node_modules/kysely/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'the-database-driver-in-db',
      severity: 'error',
      from: { path: SERVER, pathNot: [TESTS, `${SERVER}(db|testing)/`] },
      to: { path: 'node_modules/(pg|pg-types)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'fastify-in-its-places',
      severity: 'error',
      from: { path: SERVER, pathNot: [TESTS, `${SERVER}(http|testing)/`, '[.]routes[.]ts$', `${SERVER}app[.]ts$`] },
      to: { path: 'node_modules/(fastify|@fastify|fastify-type-provider-zod)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'routes-write-no-sql',
      severity: 'error',
      from: { path: '[.]routes[.]ts$', pathNot: `${SERVER}http/health[.]routes[.]ts$` },
      to: { path: 'node_modules/kysely/', dependencyTypesNot: ['type-only'] },
    },

    // 4. The environment is read in config.ts, which only the programs import as a value.
    {
      name: 'config-is-handed-over',
      severity: 'error',
      from: { path: SERVER, pathNot: [TESTS, `${SERVER}(main|config)[.]ts$`, '-cli[.]ts$', `${SERVER}testing/`] },
      to: { path: `${SERVER}config[.]ts$`, dependencyTypesNot: ['type-only'] },
    },

    // 5. Console: screens → parts → map, phone, realtime → ui, text.
    {
      name: 'screens-never-import-screens',
      severity: 'error',
      from: { path: `${CONSOLE}screens/([^/]+)/`, pathNot: TESTS },
      to: { path: `${CONSOLE}screens/`, pathNot: `${CONSOLE}screens/$1/` },
    },
    {
      name: 'parts-below-screens',
      severity: 'error',
      from: { path: `${CONSOLE}parts/` },
      to: { path: `${CONSOLE}screens/` },
    },
    {
      name: 'the-telephone-imports-no-screen',
      comment: 'The routes register what it needs from the order form (parts/call-order-form.ts).',
      severity: 'error',
      from: { path: `${CONSOLE}(calls|ring|phone)/`, pathNot: TESTS },
      to: { path: `${CONSOLE}screens/`, pathNot: `${CONSOLE}screens/operator/order-lists[.]store[.]ts$` },
    },
    {
      name: 'engines-below-parts',
      severity: 'error',
      from: { path: `${CONSOLE}(map|phone|realtime)/` },
      to: { path: `${CONSOLE}(screens|parts)/` },
    },
    {
      name: 'engines-stand-apart',
      severity: 'error',
      from: { path: `${CONSOLE}(map|phone|realtime)/` },
      to: { path: `${CONSOLE}(map|phone|realtime)/`, pathNot: `${CONSOLE}$1/` },
    },
    {
      name: 'ui-knows-no-field-term',
      severity: 'error',
      from: { path: `${CONSOLE}ui/` },
      to: {
        path: [`${CONSOLE}(screens|parts|map|phone|realtime)/`, '^packages/(domain|contract)/src/'],
      },
    },
    {
      name: 'text-is-only-text',
      severity: 'error',
      from: { path: `${CONSOLE}text/` },
      to: { path: CONSOLE, pathNot: `${CONSOLE}text/` },
    },

    // 6. One owner for each outside library.
    {
      name: 'the-map-library-in-map',
      severity: 'error',
      from: { path: CONSOLE, pathNot: `${CONSOLE}map/` },
      to: { path: 'node_modules/maplibre-gl/' },
    },
    {
      name: 'the-phone-library-in-phone',
      severity: 'error',
      from: { path: CONSOLE, pathNot: `${CONSOLE}phone/` },
      to: { path: 'node_modules/(jssip|sip[.]js)/' },
    },
    {
      name: 'the-socket-library-in-realtime',
      severity: 'error',
      from: { path: CONSOLE, pathNot: `${CONSOLE}realtime/` },
      to: { path: 'node_modules/partysocket/' },
    },
    {
      name: 'the-server-sockets-in-realtime',
      comment: 'And in the exchange, whose phones speak SIP over them.',
      severity: 'error',
      from: {
        path: SERVER,
        pathNot: [TESTS, '/testing/', `${SERVER}realtime/`, `${SERVER}providers/telephony/embedded/`],
      },
      to: { path: 'node_modules/ws/', dependencyTypesNot: ['type-only'] },
    },

    // 7. Server and console share the contract and the domain, nothing else.
    {
      name: 'console-knows-no-server',
      severity: 'error',
      from: { path: CONSOLE },
      to: { path: '^apps/server/' },
    },
    {
      name: 'the-pretend-city-in-the-simulator',
      comment:
        'One screen drives pretend drivers; the line they speak over is made where every socket of the console is.',
      severity: 'error',
      from: { path: CONSOLE, pathNot: [`${CONSOLE}screens/simulator/`, `${CONSOLE}realtime/pretend-phone-line[.]ts$`] },
      to: { path: '^packages/simulation/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'the-pretend-city-of-node-stays-there',
      severity: 'error',
      from: { path: CONSOLE },
      to: { path: '^packages/simulation/src/(node-transport|fleet|fleet-cli)[.]ts$' },
    },
    { name: 'server-knows-no-console', severity: 'error', from: { path: SERVER }, to: { path: '^apps/console/' } },
    {
      name: 'console-runs-in-a-browser',
      severity: 'error',
      from: { path: CONSOLE, pathNot: TESTS },
      to: { dependencyTypes: NODE },
    },
    {
      name: 'scripts-run-before-install',
      comment: 'setup, start and what they import have nothing but Node on a fresh clone.',
      severity: 'error',
      from: { path: '^scripts/(setup|start|build-console|run-until-stopped)[.]mjs$' },
      to: { dependencyTypes: NPM },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^apps/console/dist/|/coverage/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
}
