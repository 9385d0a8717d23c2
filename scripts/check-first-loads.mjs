import { buildConsole } from './build-console.mjs'
import { BUDGET_KB, builtConsole, isPublic } from './first-load.ts'

const LOGIN = 'src/screens/login/login-screen.tsx'
const OPERATOR = 'src/screens/operator/operator-screen.tsx'
const DASHBOARD = 'src/screens/dashboard/dashboard-screen.tsx'
const CHART = 'src/screens/dashboard/chart-area.tsx'
const TELEPHONE = 'src/phone/jssip-phone.ts'

buildConsole()
const { screens, firstLoad, partOf, map } = builtConsole()

const found = screens.flatMap((screen) => overweight(screen, firstLoad(screen), budgetOf(screen)))
// What is not found would weigh nothing.
for (const screen of [LOGIN, OPERATOR, DASHBOARD])
  if (!screens.includes(screen)) found.push(`${screen} is no screen of the build`)
const parts = [
  ['the map', map(), BUDGET_KB.map],
  ['the charts of the dashboard', partOf(DASHBOARD, CHART), BUDGET_KB.chart],
  ['the telephone of the desk', partOf(OPERATOR, TELEPHONE), BUDGET_KB.telephone],
]
for (const [name, load, budget] of parts) {
  found.push(...overweight(name, load, budget))
  if (load.scriptsKb < budget / 4) found.push(`${name}: ${load.scriptsKb.toFixed(1)} KB are not all of it`)
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
