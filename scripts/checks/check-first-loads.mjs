import { buildConsole } from '../build-console.mjs'
import { BUDGET_KB, builtConsole, isPublic, OPERATOR, PUBLIC } from './first-load.ts'

const LOGIN = 'src/identity/login/login-screen.tsx'
const DASHBOARD = 'src/orders/dashboard/dashboard-screen.tsx'
const CHART = 'src/orders/dashboard/chart-area.tsx'
const TELEPHONE = 'src/telephony/sip/jssip-phone.ts'
/** A sanity check: the console has many more screens, so fewer mean that the manifest was not read. */
const MIN_SCREENS = 16

buildConsole()
const { screens, firstLoad, partOf, map } = builtConsole()

const found = screens.flatMap((screen) => overweight(screen, firstLoad(screen), budgetOf(screen)))
// A screen or a part that is not found would count as 0 bytes.
if (screens.length < MIN_SCREENS) found.push(`${screens.length} screens are not the whole console`)
for (const screen of [LOGIN, OPERATOR, DASHBOARD, PUBLIC])
  if (!screens.includes(screen)) found.push(`${screen} is no screen of the build`)
const parts = [
  { name: 'the map', load: map(), min: 100, max: BUDGET_KB.map },
  { name: 'the charts of the dashboard', load: partOf(DASHBOARD, CHART), min: 50, max: BUDGET_KB.chart },
  { name: 'the telephone of the desk', load: partOf(OPERATOR, TELEPHONE), min: 30, max: BUDGET_KB.telephone },
]
for (const { name, load, min, max } of parts) {
  found.push(...overweight(name, load, max))
  if (load.scriptsKb < min) found.push(`${name}: ${load.scriptsKb.toFixed(1)} KB are not all of it`)
}

for (const line of found) console.error(line)
process.exit(found.length === 0 ? 0 : 1)

function overweight(name, { scriptsKb, stylesKb, parts }, budget) {
  const scripts = `${name}: ${scriptsKb.toFixed(1)} KB of scripts, gzipped, of ${budget}: ${parts}`
  const styles = `${name}: ${stylesKb.toFixed(1)} KB of styles, gzipped, of ${BUDGET_KB.styles}`
  return [...(scriptsKb > budget ? [scripts] : []), ...(stylesKb > BUDGET_KB.styles ? [styles] : [])]
}

function budgetOf(screen) {
  if (screen === LOGIN) return BUDGET_KB.login
  if (isPublic(screen)) return BUDGET_KB.public
  if (screen === OPERATOR) return BUDGET_KB.operator
  return BUDGET_KB.screen
}
