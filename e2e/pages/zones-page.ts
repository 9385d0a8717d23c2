import { listPolygons, type Polygon } from '@dispecerat/contract/geography/zones'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { ApiClient } from '../api/api-client.ts'
import { waitForToast } from './toasts.ts'

/** Page object of the zone editor. */
export function zonesPage(page: () => Page, api: () => ApiClient) {
  const zoneList = () => page().getByRole('list', { name: 'Lista zonelor' })
  const field = (name: string) => page().getByRole('textbox', { name, exact: true })
  const button = (name: string) => page().getByRole('button', { name, exact: true })
  const toast = (text: string) => waitForToast(page(), text)
  const points = () => page().locator('.zone-points li')
  const isDrawing = () => page().locator('.map-collecting').waitFor()
  const isShaping = () => page().locator('.map-shaping').waitFor()
  const canvas = () => page().locator('.maplibregl-canvas')

  async function zoneNamed(name: string): Promise<Polygon | undefined> {
    return (await api().request(listPolygons)).find((zone) => zone.name === name)
  }

  async function savedAs(name: string): Promise<Polygon> {
    await expect.poll(() => zoneNamed(name), { timeout: 15_000 }).toBeDefined()
    const zone = await zoneNamed(name)
    if (!zone) throw new Error(`no zone ${name}`)
    return zone
  }

  async function middleOfMap(): Promise<{ x: number; y: number }> {
    const box = await canvas().boundingBox()
    if (!box) throw new Error('no map')
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }

  async function typePoint(n: number, lat: string, long: string) {
    for (const [label, text] of [
      [`Latitudinea punctului ${n}`, lat],
      [`Longitudinea punctului ${n}`, long],
    ] as const) {
      await field(label).fill(text)
      await field(label).press('Enter')
    }
  }

  /** Pastes as from another program: text in the clipboard, then the keys. */
  async function paste(text: string) {
    await page().context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page().evaluate((copied) => navigator.clipboard.writeText(copied), text)
    await page().keyboard.press('Control+v')
  }

  async function dropOnMap(name: string, text: string) {
    const dataTransfer = await page().evaluateHandle(
      ([fileName, content]) => {
        const carried = new DataTransfer()
        carried.items.add(new File([content ?? ''], fileName ?? '', { type: 'application/geo+json' }))
        return carried
      },
      [name, text],
    )
    for (const what of ['dragenter', 'dragover', 'drop']) await canvas().dispatchEvent(what, { dataTransfer })
  }

  return {
    zoneList,
    field,
    button,
    toast,
    points,
    isDrawing,
    isShaping,
    canvas,
    zoneNamed,
    savedAs,
    middleOfMap,
    typePoint,
    paste,
    dropOnMap,
  }
}
