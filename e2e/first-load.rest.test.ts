import { describe, expect, test } from 'vitest'
import { BUDGET_KB, builtConsole, isPublic, PUBLIC } from './first-load.ts'

const built = builtConsole()
const OPERATOR = 'src/screens/operator/operator-screen.tsx'
const DASHBOARD = 'src/screens/dashboard/dashboard-screen.tsx'

describe("each screen's first load stays within its budget", () => {
  test.each(built.screens)('%s', (screen) => {
    const { scriptsKb, stylesKb, parts } = built.firstLoad(screen)
    expect(scriptsKb, `KB of scripts, gzipped: ${parts}`).toBeLessThanOrEqual(budgetOf(screen))
    expect(stylesKb, 'KB of styles, gzipped').toBeLessThanOrEqual(BUDGET_KB.styles)
  })

  test('every screen of the console is among them', () => {
    expect(built.screens.length).toBeGreaterThan(15)
    expect(built.screens).toContain('src/screens/login/login-screen.tsx')
    expect(built.screens).toContain(OPERATOR)
    expect(built.screens).toContain(PUBLIC)
  })
})

test('the map comes in one part of its own, within its budget', () => {
  const { scriptsKb } = built.map()
  expect(scriptsKb).toBeGreaterThan(100)
  expect(scriptsKb).toBeLessThanOrEqual(BUDGET_KB.map)
})

test('a chart comes after its screen, within its budget', () => {
  const { scriptsKb, parts } = built.partOf(DASHBOARD, 'src/screens/dashboard/chart-area.tsx')
  expect(scriptsKb).toBeGreaterThan(50)
  expect(scriptsKb, parts).toBeLessThanOrEqual(BUDGET_KB.chart)
})

test('the telephone comes after the desk, within its budget', () => {
  const { scriptsKb, parts } = built.partOf(OPERATOR, 'src/phone/jssip-phone.ts')
  expect(scriptsKb).toBeGreaterThan(30)
  expect(scriptsKb, parts).toBeLessThanOrEqual(BUDGET_KB.telephone)
})

function budgetOf(screen: string): number {
  if (screen === 'src/screens/login/login-screen.tsx') return BUDGET_KB.login
  if (isPublic(screen)) return BUDGET_KB.public
  if (screen === OPERATOR) return BUDGET_KB.operator
  return BUDGET_KB.screen
}
