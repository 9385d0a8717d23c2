import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { type HostileStage, overheardAt, refusesHostileSip } from '../testing/hostile-sip.ts'
import { anExchange, aTalk, fromDesk, type TestExchange } from './testing/an-exchange.ts'
import { isRequest, type RawPhone } from './testing/raw-phone.ts'

let house: TestExchange
let stage: HostileStage

beforeAll(async () => {
  house = await anExchange()
  house.book.add('neighbour', { userId: 99, companyId: 99 })
  const [desk, caller] = [await house.registered('1'), await house.registered('caller')]
  const talk = await aTalk(caller, desk)
  const forOneTest = (phone: RawPhone) => {
    onTestFinished(() => phone.breakLine())
    return phone
  }
  stage = {
    anonymous: async () => forOneTest(await house.phone('nobody')),
    neighbour: async () => forOneTest(await house.registered('neighbour')),
    overheard: overheardAt(talk.rung, talk.said, desk.contact.replace(/[<>]/g, '')),
    ownRoute: '<sip:exchange.test;lr>',
    outside: 'sip:x@127.0.0.1:9',
    received: () => [desk, caller].flatMap(({ inbox }) => inbox.filter(isRequest).map(({ method }) => method)),
    callGoesOn: async () => {
      fromDesk(desk, talk, 'INFO', 'Signal=1')
      caller.replies(await caller.isAsked('INFO'), 200)
      await desk.waitForResponse(200, 'INFO')
    },
  }
})

afterAll(() => house[Symbol.asyncDispose]())

refusesHostileSip(() => stage)
