import { whoAmI } from '@dispecerat/contract/identity/accounts'
import { UNATTENDED_HEADER } from '@dispecerat/contract/kernel/endpoint'
import { changeMessageText } from '@dispecerat/contract/office/message-texts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { request } from './request.ts'

test.each([
  ['after input of the user', true, undefined],
  ['without input of the user', false, '1'],
])('a request %s extends the session, or is marked as unattended', async (_, isActive, header) => {
  const fetched = vi.fn(async (_url: string, _init: RequestInit) => Response.json({ data: null }))
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('navigator', { userActivation: { isActive } })
  onTestFinished(() => void vi.unstubAllGlobals())
  await request(whoAmI)
  const headers = fetched.mock.calls[0]?.[1].headers as Record<string, string>
  expect(headers[UNATTENDED_HEADER]).toBe(header)
})

// 0 is the version of what was never saved.
test.each([
  [0, '"0"'],
  [12, '"12"'],
  [undefined, undefined],
])('the loaded version %s is sent as If-Match %s', async (version, header) => {
  const fetched = vi.fn(async (_url: string, _init: RequestInit) => Response.json({ data: null }))
  vi.stubGlobal('fetch', fetched)
  onTestFinished(() => void vi.unstubAllGlobals())
  await request(changeMessageText, { params: { key: 'client_arrived' }, body: { is_on: true } }, { version })
  const headers = fetched.mock.calls[0]?.[1].headers as Record<string, string>
  expect(headers['If-Match']).toBe(header)
})
