import { editSearchInterval } from '@dispecerat/contract/dispatch/search-rules'
import { changeRolePermissions } from '@dispecerat/contract/identity/permissions'
import type { Locator, Page } from 'playwright-core'
import { savedRules } from '../pages/builder-page.ts'
import type { DemoFixture } from './demo-fixture.ts'
import { MANAGER, PLATFORM_ADMIN, type Screen } from './screen.ts'

const builder = { who: MANAGER, at: '/builder' }

/** Rules of the driver search. */
export const builderScreens: Screen[] = [
  {
    ...builder,
    states: {
      builder: async (page) => {
        await open(page, 'Ziua Națională')
        await page.getByText('Aceiași pași îi folosesc și: Sâmbăta, Duminica.').waitFor()
        await page.getByRole('heading', { name: 'Probă pe comenzile din trecut' }).waitFor()
      },
    },
  },
  {
    ...builder,
    states: {
      'builder-new': async (page) => {
        await row(page, 'Ziua').waitFor()
        await page.getByRole('button', { name: 'Adaugă un interval' }).press('Enter')
        await page.getByText('● 1 interval nesalvat').waitFor()
        await page.getByLabel('Nume').fill('Vineri seara')
        await choose(page, page.getByRole('combobox', { name: 'Ziua', exact: true }), 'Vineri')
        await page.getByLabel('De la', { exact: true }).fill('18')
        await page.getByLabel('Până la, inclusiv').fill('2:59')
        await page.keyboard.press('Tab')
        await page.getByText(/^Trece peste miezul nopții: /).waitFor()
      },
    },
  },
  {
    ...builder,
    states: {
      'builder-step': async (page) => {
        await page.getByRole('button', { name: 'Duplică Noaptea', exact: true }).click()
        await page.getByLabel('Nume').fill('Noaptea la stație')
        await choose(page, field(page, 'Tip de căutare'), 'La stația apropiată')
        await choose(page, field(page, 'Cum sunt anunțați'), 'toți odată')
        await field(page, 'În grupuri, pe rând').check()
        await field(page, 'Șoferi în grup').fill('4')
        await field(page, 'Sancțiuni pentru comenzi ignorate').check()
        await field(page, 'Până la locul').fill('3')
        await page.getByText('pentru primii 3 din listă').first().waitFor()
      },
    },
  },
  {
    ...builder,
    states: {
      'builder-wrong': async (page) => {
        await open(page, 'Ziua')
        await field(page, 'Timp (s)').fill('0')
        await page.keyboard.press('Control+s')
        await page.getByText('Corectați câmpurile marcate, apoi salvați.').waitFor()
      },
      'builder-leave': async (page) => {
        await page.getByRole('link', { name: 'Panou' }).click()
        await page.getByRole('dialog', { name: 'Aveți modificări nesalvate. Le părăsiți?' }).waitFor()
      },
    },
  },
  {
    ...builder,
    states: {
      'builder-conflict': async (page, demo) => {
        await open(page, 'Duminica')
        await page.getByLabel('Nume').fill('Duminicile')
        await rename(demo, 'Duminica', 'A șaptea zi')
        await page.getByRole('alert').filter({ hasText: 'a salvat între timp altă variantă' }).waitFor()
        await rename(demo, 'A șaptea zi', 'Duminica')
      },
    },
  },
  {
    who: MANAGER,
    at: async (demo) => {
      await allowManagers(demo, false)
      demo.afterwards(() => allowManagers(demo, true))
      return '/builder'
    },
    states: {
      'builder-in-words': async (page) => {
        await page.getByText('Regulile de căutare le schimbă administratorul companiei.').waitFor()
        await page.locator('.rule-face').filter({ hasText: 'Sâmbăta' }).click()
        await page.getByText('Pasul 1').waitFor()
      },
    },
  },
]

const row = (page: Page, name: string) =>
  page.locator('.rule-row').filter({ has: page.getByText(name, { exact: true }) })
const open = (page: Page, name: string) => row(page, name).locator('.rule-face').click()
const field = (page: Page, label: string) => page.locator('.step-card').first().getByLabel(label, { exact: true })

async function choose(page: Page, select: Locator, option: string): Promise<void> {
  await select.click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** Renames as another administrator. */
async function rename(demo: DemoFixture, from: string, to: string): Promise<void> {
  const admin = await demo.api(PLATFORM_ADMIN)
  const { id } = await savedRules(() => admin).intervalCalled(from)
  await admin.request(editSearchInterval, { params: { id }, body: { name: to } })
}

/** The platform grants or revokes the permission of the taxi company's administrators. */
async function allowManagers(demo: DemoFixture, isGranted: boolean): Promise<void> {
  const body = { role: 'company_admin' as const, words: [{ word: 'search_rules.edit' as const, is_given: isGranted }] }
  await (await demo.api(PLATFORM_ADMIN)).request(changeRolePermissions, { params: { id: 1 }, body })
}
