import { asId, type CompanyId, type UserId } from '@dispecerat/domain/kernel/ids'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { type HostileEnvironment, overheardAt, refusesHostileSip } from '../testing/hostile-sip.ts'
import { anExchange, aTalk, fromDispatcher, type TestExchange } from './testing/an-exchange.ts'
import { isRequest, type RawPhone } from './testing/raw-phone.ts'

let server: TestExchange
let environment: HostileEnvironment

beforeAll(async () => {
  server = await anExchange()
  server.phoneDirectory.add('neighbour', { userId: asId<UserId>(99), companyId: asId<CompanyId>(99) })
  const [phone, caller] = [await server.registered('1'), await server.registered('caller')]
  const talk = await aTalk(caller, phone)
  const forOneTest = (phone: RawPhone) => {
    onTestFinished(() => phone.breakLine())
    return phone
  }
  environment = {
    anonymous: async () => forOneTest(await server.phone('nobody')),
    neighbour: async () => forOneTest(await server.registered('neighbour')),
    overheard: overheardAt(talk.rung, talk.accepted, phone.contact.replace(/[<>]/g, '')),
    ownRoute: '<sip:exchange.test;lr>',
    outside: 'sip:x@127.0.0.1:9',
    received: () => [phone, caller].flatMap(({ inbox }) => inbox.filter(isRequest).map(({ method }) => method)),
    callGoesOn: async () => {
      fromDispatcher(phone, talk, 'INFO', 'Signal=1')
      caller.replies(await caller.isAsked('INFO'), 200)
      await phone.waitForResponse(200, 'INFO')
    },
  }
})

afterAll(() => server[Symbol.asyncDispose]())

refusesHostileSip(() => environment)
