import { whoAmI } from '@dispecerat/contract/accounts'
import { UNATTENDED_HEADER } from '@dispecerat/contract/endpoint'
import { expect, onTestFinished, test, vi } from 'vitest'
import { request } from './request.ts'

test.each([
  ['a person has just used', true, undefined],
  ['nobody uses', false, '1'],
])('what a page asks that %s prolongs the session, or says that it does not', async (_, isActive, header) => {
  const fetched = vi.fn(async (_url: string, _init: RequestInit) => Response.json({ data: null }))
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('navigator', { userActivation: { isActive } })
  onTestFinished(() => void vi.unstubAllGlobals())
  await request(whoAmI)
  const headers = fetched.mock.calls[0]?.[1].headers as Record<string, string>
  expect(headers[UNATTENDED_HEADER]).toBe(header)
})
