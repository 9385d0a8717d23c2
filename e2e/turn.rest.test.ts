import { readOwnMeta } from '@dispecerat/contract/identity/accounts'
import { createOrder } from '@dispecerat/contract/orders/orders'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { lineOf } from './pages/telephone-bar.ts'
import { callsPage } from './telephone/calls-page.ts'
import { missingPackages } from './telephone/kamailio-environment.ts'
import { audibleNotes, waysOfSound } from './telephone/page-sound.ts'
import { createTrunkFixture, LOUD, type TrunkFixture } from './telephone/trunk-fixture.ts'
import { aTurnServer, makeCertificate, TURN_PACKAGES, type TurnServer } from './telephone/turn-stage.ts'

const CALLER = '+40740999777'
/** Half a second of G.711: more than ICE connectivity checks send. */
const SOUND_BYTES = 4000
const HOURS_MS = 3_600_000

const missing = missingPackages(TURN_PACKAGES)
if (missing.length > 0) console.log(`Sound through coturn is not tried here: ${missing.join(', ')} not installed.`)
const why = missing.length > 0 ? ` (not tried: ${missing.join(', ')} not installed)` : ''

for (const transport of ['udp', 'tcp', 'tls'] as const) {
  describe.skipIf(missing.length > 0)(
    `an office whose firewall passes sound only to coturn, by ${transport}${why}`,
    () => {
      let fixture: TrunkFixture
      let turn: TurnServer
      let page: Page
      const { openCalls } = callsPage({ api: () => fixture.api, firstUnknownCaller: 7_700_000 })

      beforeAll(async () => {
        fixture = await createTrunkFixture({
          caller: CALLER,
          trusts: (environment) => makeCertificate(environment.folder),
          envOf: async (environment) => {
            turn = await aTurnServer(environment)
            return {
              SIP_ICE_SERVERS: turn.addresses[transport],
              SIP_TURN_SECRET: turn.secret,
              SIP_ICE_ONLY_RELAYED: 'on',
            }
          },
        })
        page = await fixture.openPhone()
      })

      afterEach(async () => {
        await fixture.telephone.hangUp()
        await expect.poll(async () => (await openCalls()).length).toBe(0)
      })

      afterAll(() => fixture?.[Symbol.asyncDispose]())

      const haveSoundBothWays = async () => {
        await expect.poll(() => audibleNotes(page)).toEqual([440])
        await expect.poll(() => fixture.telephone.loudness(2)).toBeGreaterThan(LOUD)
        expect(await waysOfSound(page)).toEqual([`relay ${transport}`])
      }

      test('a caller is answered, with sound both ways; the relay carried it under an expiring user name', async () => {
        await fixture.answerOn(page)
        await haveSoundBothWays()
        await fixture.telephone.hangUp()
        await lineOf(page, CALLER).waitFor({ state: 'detached' })

        const { data } = await fixture.api.request(readOwnMeta)
        const extension = /sip:(\w+)@/.exec(data.find(({ key }) => key === 'sipUrl')?.value ?? '')?.[1]
        const names = () =>
          turn
            .carried()
            .filter(({ sentOn, broughtBack }) => Math.min(sentOn, broughtBack) > SOUND_BYTES)
            .map(({ username }) => username.split(':'))
        await expect.poll(() => names().map(([, user]) => user)).toContain(extension)
        const [[ends = ''] = []] = names()
        expect(Number(ends) * 1000 - Date.now()).toBeGreaterThan(11 * HOURS_MS)
        expect(Number(ends) * 1000 - Date.now()).toBeLessThanOrEqual(12 * HOURS_MS)
      })

      test('a client is called, picks up, with sound both ways', async () => {
        const places = [{ name: 'Strada Lungă 5', lat: 45.65, long: 25.6 }]
        const { data } = await fixture.api.request(createOrder, {
          body: { client_phone: CALLER, name: 'Ana Pop', places },
        })
        await page.goto(`/operator/order/${data.id}`)
        await page.getByRole('button', { name: 'Telefon: înregistrat' }).waitFor()
        await page.getByRole('button', { name: 'Sună Ana Pop' }).click()
        await expect.poll(() => fixture.telephone.activeCalls()).toBe(1)
        await fixture.telephone.accept()
        await haveSoundBothWays()
      })
    },
  )
}
