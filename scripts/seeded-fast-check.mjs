import fc from '../node_modules/fast-check/lib/fast-check.js'

/*
 * What tests get for fast-check (vitest.config.ts): the same cases in every run, so that a change is judged by what it changed.
 * `npm run test:flaky` tries others.
 */

fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 1) })

export * from '../node_modules/fast-check/lib/fast-check.js'
// biome-ignore lint/style/noDefaultExport: as fast-check itself
export default fc
