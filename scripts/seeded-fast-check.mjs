import fc from '../node_modules/fast-check/lib/fast-check.js'

/*
 * fast-check as tests import it (vitest.config.ts): a fixed seed makes every run try the same cases, so that only a change of the code can
 * change the result. `npm run test:flaky` tries other seeds.
 */

fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 1) })

export * from '../node_modules/fast-check/lib/fast-check.js'
// biome-ignore lint/style/noDefaultExport: as fast-check itself
export default fc
