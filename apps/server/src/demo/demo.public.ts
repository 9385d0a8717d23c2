import type { Config } from '../config.ts'
import { loadPages } from '../content/content.public.ts'
import { demoWelcome } from './demo-accounts.ts'
import { type SeedParts, seedDemo } from './seed-demo.ts'
import { seedEssentials } from './seed-essentials.ts'

/**
 * What an installation finds in its database at the first start: services, options and the house's pages always, and the demo companies
 * where the configuration asks for them. Reads and writes every module's tables, once, before anybody is served.
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
