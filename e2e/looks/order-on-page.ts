import type { Page } from 'playwright-core'
import { type DemoFixture, SQUARE, STATION } from './demo-fixture.ts'

export const order = (page: Page) => page.getByRole('region', { name: /^Comanda \d+$/ })
export const pencil = (page: Page, name: string) => page.getByRole('button', { name: `Modifică: ${name}` })
export const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

/** A client and a driver so many degrees north of the client's address: 0.0005 are 55 m. */
export async function clientAndDriver(demo: DemoFixture, email: string, north = 0.0005) {
  const client = demo.client()
  const [{ lat, long } = SQUARE] = client.addresses
  return { client, phone: await demo.driver(email, { lat: lat + north, long }) }
}

export function orderOf(demo: DemoFixture, { phone, addresses }: ReturnType<DemoFixture['client']>): Promise<number> {
  const [{ name, lat, long } = STATION] = addresses
  return demo.order({ phone, client_phone: phone, places: [{ name, lat, long }] })
}
