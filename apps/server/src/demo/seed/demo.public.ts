import type { Config } from '../../platform/config/config.ts'
import { loadPages } from '../../site/content/content.public.ts'
import { demoWelcome } from './demo-accounts.ts'
import { type SeedParts, seedDemo } from './seed-demo.ts'
import { seedEssentials } from './seed-essentials.ts'

/**
 * First data of an installation: services, order options and pages always, and the demo companies where the configuration enables them.
 * Runs once, before the port opens, and writes tables of every module.
 */
export async function furnish(
  config: Pick<Config, 'demo'>,
  parts: SeedParts,
): Promise<{ isDemo: boolean; welcome: string[] }> {
  await seedEssentials(parts.db)
  await loadPages(parts)
  const isDemo = config.demo && (await seedDemo(parts)) !== 'not empty'
  return { isDemo, welcome: isDemo ? demoWelcome() : [] }
}

export { type DemoCity, startDemoCity } from './demo-city.ts'
