/** The import rules of docs/architecture.md, "Who may import whom": each has a row there. */

const SERVER = '^apps/server/src/'
/** In the order of their imports: an area of the server imports those before it. */
const AREAS = ['identity', 'geography', 'fleet', 'orders', 'dispatch', 'telephony', 'office', 'billing', 'site', 'demo']
const IN_AREA = `(${AREAS.join('|')})`
/** Areas of the console know none of each other. */
const CONSOLE_AREAS = ['identity', 'geography', 'fleet', 'orders', 'dispatch', 'telephony', 'billing', 'office']
/** Folders of the console that may import its areas. */
const ABOVE_AREAS = ['site', 'demo', 'shell', 'routes']
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
      comment: 'The product imports no test code.',
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
      comment: 'Simulated drivers use the public API like any phone.',
      severity: 'error',
      from: { path: '^packages/simulation/src/', pathNot: TESTS },
      to: { path: '^apps/' },
    },

    // 2. Server areas meet through <module>.public.ts, and only downwards.
    {
      name: 'areas-meet-in-public',
      severity: 'error',
      from: { path: `${SERVER}${IN_AREA}/`, pathNot: TESTS },
      to: { path: `${SERVER}${IN_AREA}/`, pathNot: [`${SERVER}$1/`, '[.]public[.]ts$'] },
    },
    ...AREAS.map((area, at) => ({
      name: `areas-above-${area}`,
      severity: 'error',
      from: { path: `${SERVER}${area}/`, pathNot: [TESTS, '/testing/'] },
      to: { path: `${SERVER}(${[...AREAS.slice(at + 1), 'no-more'].join('|')})/` },
    })),
    {
      name: 'app-joins-modules-by-their-doors',
      severity: 'error',
      from: { path: `${SERVER}[^/]+[.]ts$`, pathNot: TESTS },
      to: { path: `${SERVER}${IN_AREA}/`, pathNot: '[.](public|routes|jobs|module)[.]ts$' },
    },

    // 3. Platform and adapters know no area; SQL and Fastify have their places.
    {
      name: 'platform-and-adapters-know-no-area',
      severity: 'error',
      from: { path: `${SERVER}(platform|adapters)/`, pathNot: [TESTS, '/testing/'] },
      to: { path: `${SERVER}[^/]+/`, pathNot: `${SERVER}(platform|adapters|testing)/` },
    },
    {
      name: 'platform-below-adapters',
      severity: 'error',
      from: { path: `${SERVER}platform/`, pathNot: [TESTS, '/testing/', `${SERVER}platform/telemetry/metrics[.]ts$`] },
      to: { path: `${SERVER}adapters/` },
    },
    {
      name: 'sql-in-its-places',
      severity: 'error',
      from: {
        path: SERVER,
        pathNot: [
          TESTS,
          `${SERVER}(platform/db|testing|platform/invariants)/`,
          '[.](store|views)[.]ts$',
          `${SERVER}platform/http/health[.]routes[.]ts$`,
        ],
      },
      to: { path: 'node_modules/kysely/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'the-database-driver-in-db',
      severity: 'error',
      from: { path: SERVER, pathNot: [TESTS, `${SERVER}(platform/db|testing)/`] },
      to: { path: 'node_modules/(pg|pg-types)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'fastify-in-its-places',
      severity: 'error',
      from: {
        path: SERVER,
        pathNot: [TESTS, `${SERVER}(platform/http|testing)/`, '[.]routes[.]ts$', `${SERVER}app[.]ts$`],
      },
      to: { path: 'node_modules/(fastify|@fastify|fastify-type-provider-zod)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'routes-write-no-sql',
      severity: 'error',
      from: { path: '[.]routes[.]ts$', pathNot: `${SERVER}platform/http/health[.]routes[.]ts$` },
      to: { path: 'node_modules/kysely/', dependencyTypesNot: ['type-only'] },
    },

    // 4. The environment is read in platform/config, which only the programs import as a value.
    {
      name: 'config-is-handed-over',
      severity: 'error',
      from: {
        path: SERVER,
        pathNot: [TESTS, `${SERVER}(main|platform/config/[^/]+)[.]ts$`, '-cli[.]ts$', `${SERVER}testing/`],
      },
      to: { path: `${SERVER}platform/config/config[.]ts$`, dependencyTypesNot: ['type-only'] },
    },

    // 5. Console: routes, shell, site, demo → areas → shared → map, realtime, api, keys → ui, text.
    ...CONSOLE_AREAS.map((area) => ({
      name: `console-${area}-knows-no-other-area`,
      severity: 'error',
      from: { path: `${CONSOLE}${area}/`, pathNot: TESTS },
      to: {
        path: `${CONSOLE}(${[...CONSOLE_AREAS, ...ABOVE_AREAS].filter((other) => other !== area).join('|')})/`,
        pathNot: `${CONSOLE}routes/params/`,
      },
    })),
    {
      name: 'shared-below-areas',
      severity: 'error',
      from: { path: `${CONSOLE}shared/`, pathNot: TESTS },
      to: { path: `${CONSOLE}(${[...CONSOLE_AREAS, ...ABOVE_AREAS].join('|')})/`, pathNot: `${CONSOLE}routes/params/` },
    },
    {
      name: 'engines-below-shared',
      severity: 'error',
      from: { path: `${CONSOLE}(map|realtime|api|keys)/`, pathNot: TESTS },
      to: { path: `${CONSOLE}(${[...CONSOLE_AREAS, ...ABOVE_AREAS, 'shared'].join('|')})/` },
    },
    {
      name: 'engines-stand-apart',
      severity: 'error',
      from: { path: `${CONSOLE}(map|realtime)/` },
      to: { path: `${CONSOLE}(map|realtime)/`, pathNot: `${CONSOLE}$1/` },
    },
    {
      name: 'ui-knows-no-field-term',
      severity: 'error',
      from: { path: `${CONSOLE}ui/` },
      to: {
        path: [
          `${CONSOLE}(${[...CONSOLE_AREAS, ...ABOVE_AREAS, 'shared', 'map', 'realtime'].join('|')})/`,
          '^packages/(domain|contract)/src/',
        ],
      },
    },
    {
      name: 'text-is-only-text',
      severity: 'error',
      from: { path: `${CONSOLE}text/`, pathNot: TESTS },
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
      name: 'the-phone-library-in-sip',
      severity: 'error',
      from: { path: CONSOLE, pathNot: `${CONSOLE}telephony/sip/` },
      to: { path: 'node_modules/(jssip|sip[.]js)/' },
    },
    {
      name: 'the-form-library-in-form',
      severity: 'error',
      from: { path: CONSOLE, pathNot: `${CONSOLE}shared/form/` },
      to: { path: 'node_modules/@mantine/form/' },
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
        pathNot: [TESTS, '/testing/', `${SERVER}platform/realtime/`, `${SERVER}adapters/telephony/embedded/`],
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
        'Only the simulator screen drives simulated drivers; realtime/ opens their socket, as every socket of the console.',
      severity: 'error',
      from: { path: CONSOLE, pathNot: [`${CONSOLE}demo/`, `${CONSOLE}realtime/pretend-phone-line[.]ts$`] },
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
