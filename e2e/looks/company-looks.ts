import type { beginEfacturaAuthorisation } from '@dispecerat/contract/billing/efactura'
import { changeCompanyStatus } from '@dispecerat/contract/identity/companies'
import { decideApproval } from '@dispecerat/contract/identity/company-limits'
import type { ReplyOf } from '@dispecerat/contract/kernel/endpoint'
import { signUp } from '@dispecerat/contract/site/sign-up'
import type { Page } from 'playwright-core'
import { freshForm, phoneField, pickup, submit } from '../pages/form-helpers.ts'
import { type DemoFixture, hangUpEverybody, SQUARE } from './demo-fixture.ts'
import { MANAGER, PLATFORM_ADMIN, type Screen } from './screen.ts'

const BOSS = 'sefa@taxi-nou.ro'
const NAME = 'Taxi Nou Brașov'
const WAITING_BOSS = 'sef@taxi-poiana.ro'
const WAITING_NAME = 'Taxi Poiana'

/** One company per server. */
const companies = new WeakMap<DemoFixture, Promise<number>>()
const waitingCompanies = new WeakMap<DemoFixture, Promise<number>>()

/** A company that has signed up, from its first steps to the end of its trial. */
export const companyScreens: Screen[] = [
  {
    who: PLATFORM_ADMIN,
    at: async (demo) => {
      await companyOf(demo)
      await waitingCompanyOf(demo)
      return '/companies'
    },
    states: {
      companies: async (page) => {
        await page
          .getByRole('region', { name: 'Așteaptă aprobarea' })
          .getByRole('link', { name: WAITING_NAME })
          .waitFor()
        const row = page.getByRole('table', { name: 'Companii' }).getByRole('row').filter({ hasText: NAME })
        await row.getByText('Probă').waitFor()
      },
    },
  },
  {
    who: PLATFORM_ADMIN,
    at: async (demo) => `/settings/company?company=${await waitingCompanyOf(demo)}`,
    states: {
      'company-limits': async (page) => {
        await page.getByRole('button', { name: 'Aprobă firma' }).waitFor()
        await page.getByLabel('Limita: SMS-uri').waitFor()
      },
      'company-cui': (page) => page.getByRole('button', { name: 'Aprobă CUI-ul' }).scrollIntoViewIfNeeded(),
      'company-approval': async (page) => {
        await page.getByRole('button', { name: 'Respinge firma' }).click()
        await page.getByText('Scrieți motivul').waitFor()
      },
      'company-limits-wrong': async (page) => {
        await page.getByLabel('Țări pentru SMS').fill('+40 Moldova')
        await page.getByRole('button', { name: 'Salvează limitele' }).click()
        await page.getByLabel('Țări pentru SMS').and(page.locator('[aria-invalid="true"]')).waitFor()
      },
    },
  },
  {
    who: MANAGER,
    before: sendBackFromAuthority,
    at: '/settings/company',
    states: {
      'company-efactura': (page) => authorise(page).scrollIntoViewIfNeeded(),
      'company-efactura-refused': async (page) => {
        await authorise(page).click()
        await page.getByText('ANAF nu a dat autorizarea').scrollIntoViewIfNeeded()
        await page.getByRole('button', { name: 'Șterge autorizarea' }).waitFor()
      },
    },
  },
  {
    who: WAITING_BOSS,
    at: async (demo) => {
      await waitingCompanyOf(demo)
      return '/dashboard'
    },
    states: {
      'company-waits': async (page) => {
        await page.getByText(/așteaptă aprobarea platformei/).waitFor()
        await page.getByRole('button', { name: 'Trimite din nou legătura' }).waitFor()
      },
      'company-waits-orders': async (page) => {
        await page.goto('/operator/order/0')
        await page.getByText(/așteaptă aprobarea platformei/).waitFor()
      },
    },
  },
  {
    who: BOSS,
    at: ofCompany('/dashboard'),
    states: {
      'first-steps-invite': (page) =>
        page
          .getByRole('region', { name: 'Primii pași' })
          .getByText(/\d din 4/)
          .waitFor(),
    },
  },
  {
    who: BOSS,
    at: ofCompany('/first-steps?step=driver'),
    states: {
      'first-steps-driver': async (page) => {
        await page.getByLabel('Numele șoferului').fill('Ion Primul')
        await phoneField(page).fill('0733 555 111')
        await page.getByLabel('Indicativul mașinii').fill('1')
        await page.getByLabel('Număr de înmatriculare').fill('taxi')
        await page.getByRole('button', { name: 'Adaugă șoferul și mașina' }).click()
        await page.getByText('Șoferul este adăugat; mai trebuie mașina lui.').waitFor()
      },
    },
  },
  {
    who: BOSS,
    at: async (demo) => {
      await companyOf(demo)
      demo.afterwards(async () => hangUpEverybody(await demo.api(BOSS)))
      return '/first-steps?step=phone'
    },
    states: {
      'first-steps-phone': async (page) => {
        await page.getByRole('button', { name: 'Sună-mă de probă' }).click()
        await page.getByText('Sună acum').waitFor()
      },
    },
  },
  {
    who: BOSS,
    needsMap: true,
    at: ofCompany('/first-steps?step=zones'),
    states: {
      'first-steps-zone': async (page) => {
        await page.getByRole('button', { name: 'Creează zona' }).waitFor()
        await page.locator('.first-step-map canvas').waitFor()
      },
    },
  },
  {
    who: BOSS,
    at: ofCompany('/settings/company'),
    states: {
      'company-profile': async (page) => {
        await page.getByLabel('Telefon', { exact: true }).fill('0268 555 222')
        await page.keyboard.press('Control+s')
        await page.locator('.change-list').getByText('0268 555 222').waitFor()
        const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 30"><rect width="90" height="30"/></svg>'
        const file = { name: 'sigla.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) }
        await page.locator('input[type=file]').setInputFiles(file)
        await page.getByRole('img', { name: `Sigla companiei ${NAME}` }).waitFor()
        await page.getByRole('table', { name: 'Acorduri' }).getByText(`Ana Șefa · ${BOSS}`).waitFor()
      },
    },
  },
  {
    who: MANAGER,
    at: '/settings/partners',
    isForPhones: true,
    states: {
      partners: async (page) => {
        const partners = page.getByRole('region', { name: 'Partenerii companiei' }).getByRole('listitem')
        await partners.first().waitFor()
      },
    },
  },
  {
    who: BOSS,
    at: ofCompany('/settings/permissions'),
    states: {
      permissions: async (page) => {
        await page.getByRole('checkbox', { name: 'Blochează numere de telefon: Dispecer' }).click()
        await page.locator('.change-list').getByText('Blochează numere de telefon: Dispecer').waitFor()
      },
    },
  },
  {
    who: BOSS,
    at: ofCompany('/operator/order/0'),
    states: {
      'order-refused-trial': async (page, demo) => {
        await freshForm(page)
        const id = await companyOf(demo)
        const body = { status: 'trial' as const, trial_until: '2020-01-01' }
        await (await demo.api(PLATFORM_ADMIN)).request(changeCompanyStatus, { params: { id }, body })
        await phoneField(page).fill('0744 555 333')
        await pickup(page).fill('lunga 12')
        await page
          .getByRole('option', { name: /Lungă 12/ })
          .first()
          .click()
        await submit(page)
        const form = page.getByRole('form', { name: 'Comandă nouă' })
        await form.getByRole('alert').getByText('Perioada de probă s-a încheiat').waitFor()
      },
    },
  },
]

const authorise = (page: Page) => page.getByRole('button', { name: 'Autorizează la ANAF' })

/** Without a certificate the tax authority redirects the browser back with the state only; the test answers in its place. */
async function sendBackFromAuthority(page: Page): Promise<void> {
  await page.route(/\/api\/companies\/\d+\/efactura-authorisation$/, async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    const response = await route.fetch()
    const { data } = (await response.json()) as ReplyOf<typeof beginEfacturaAuthorisation>
    const state = new URL(data.url).searchParams.get('state') ?? ''
    const url = `/settings/company?${new URLSearchParams({ state })}`
    return route.fulfill({ response, json: { data: { url } } })
  })
}

function ofCompany(path: string): (demo: DemoFixture) => Promise<string> {
  return async (demo) => {
    await companyOf(demo)
    return path
  }
}

function companyOf(demo: DemoFixture): Promise<number> {
  const company = companies.get(demo) ?? openCompany(demo)
  companies.set(demo, company)
  return company
}

async function openCompany(demo: DemoFixture): Promise<number> {
  const id = await signUpCompany(demo, { name: NAME, user_email: BOSS })
  await (await demo.api(PLATFORM_ADMIN)).request(decideApproval, { params: { id }, body: { approval: 'approved' } })
  return id
}

/** A company that is not approved and has the CUI of the other. */
function waitingCompanyOf(demo: DemoFixture): Promise<number> {
  const company = waitingCompanies.get(demo) ?? signUpCompany(demo, { name: WAITING_NAME, user_email: WAITING_BOSS })
  waitingCompanies.set(demo, company)
  return company
}

async function signUpCompany(demo: DemoFixture, of: { name: string; user_email: string }): Promise<number> {
  const body = {
    ...of,
    cui: '1590082',
    address: 'Strada Lungă 1, Brașov',
    phone: '0268 555 111',
    package_id: 1 as const,
    lat: SQUARE.lat,
    lng: SQUARE.long,
    user_name: 'Ana Șefa',
    user_password: 'demo-parola',
    consent: true as const,
  }
  return (await (await demo.api(PLATFORM_ADMIN)).request(signUp, { body })).company.id
}
