import type { Page } from 'playwright-core'
import { type DemoFixture, SQUARE, STATION } from './demo-fixture.ts'

export const order = (page: Page) => page.getByRole('region', { name: /^Comanda \d+$/ })
export const pencil = (page: Page, name: string) => page.getByRole('button', { name: `Modifică: ${name}` })
export const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

export async function clientAndDriver(demo: DemoFixture, email: string) {
  const client = demo.client()
  const [{ lat, long } = SQUARE] = client.addresses
  return { client, phone: await demo.driver(email, { lat: lat + 0.0005, long }) }
}

export function orderOf(demo: DemoFixture, { phone, addresses }: ReturnType<DemoFixture['client']>): Promise<number> {
  const [{ name, lat, long } = STATION] = addresses
  return demo.order({ phone, client_phone: phone, places: [{ name, lat, long }] })
}
