import { readPerson } from '@dispecerat/contract/office/people'
import { afterAll, describe, expect, test } from 'vitest'
import { rowsOfAccount } from '../../../testing/tenants/rows-of-account.ts'
import { EMPLOYERS, KINDS, peopleOfTwoCompanies } from '../testing/people-of-two-companies.ts'
import { answersAbout, withoutIdentity } from '../testing/requests-about-a-client.ts'

const two = await peopleOfTwoCompanies()
const { server, employerId, employer, employee, order, aPhone } = two
afterAll(() => server.stop())

/** Replies about a phone whose user has no account anywhere. */
async function answersAboutAClient() {
  const phone = aPhone()
  const { clientId } = await order(phone)
  return withoutIdentity(await answersAbout(two, { userId: clientId, phone }), phone)
}

describe.each(KINDS.map((kind) => ({ kind })))(
  'a $kind of another company whose phone is in an order here',
  ({ kind }) => {
    test('is read and written as a client: nothing of the account is shown or changed', async () => {
      const { userId, phone, email } = await employee(kind)
      const page = async () => (await server.request(readPerson, { params: { id: userId } }, employer)).body
      const before = [await rowsOfAccount(server, userId, employerId), await page()]
      const { clientId } = await order(phone)
      expect(clientId).toBe(userId)
      const answers = JSON.stringify(await answersAbout(two, { userId, phone }))
      expect(answers).not.toContain(EMPLOYERS)
      expect(answers).not.toContain(Buffer.from(EMPLOYERS).toString('base64'))
      expect(answers).not.toContain(email)
      expect([await rowsOfAccount(server, userId, employerId), await page()]).toEqual(before)
    })

    test('gets the same replies as a phone without an account: roles, codes, errors, audit log and export', async () => {
      const { userId, phone } = await employee(kind)
      await order(phone)
      const theirs = withoutIdentity(await answersAbout(two, { userId, phone }), phone)
      expect(theirs).toEqual(await answersAboutAClient())
    })
  },
)

test('a real client is covered by every endpoint for clients', async () => {
  const phone = aPhone()
  const { clientId } = await order(phone)
  const answers = await answersAbout(two, { userId: clientId, phone })
  const refused = answers.filter(({ status }) => status >= 400)
  expect(Object.fromEntries(refused.map(({ request, status }) => [request, status]))).toEqual({
    'PATCH /api/users/:id': 409,
    'PATCH /api/users/:id/roles': 403,
    'POST /api/users/:id/reset-password': 403,
    'DELETE /api/users/:id/two-factor': 403,
    'GET /api/users/:id/sessions': 403,
    'DELETE /api/users/:id/sessions': 403,
    'DELETE /api/users/:id/sessions/:session_id': 403,
    'GET /api/users/:id/photo': 404,
    'GET /api/users/:id/ratings': 404,
    'POST /api/users/:id/photo': 403,
    'DELETE /api/users/:id/photo': 403,
    'PUT /api/users/:id/meta': 403,
    'PATCH /api/users/:id/ban': 404,
    'GET /api/drivers/:id/bans': 404,
    'POST /api/users/:id/report-token': 404,
    'POST /api/finances/transfer': 404,
    'GET /api/protocol/contracts/:id': 404,
    'POST /api/incidents': 404,
    'POST /api/users': 422,
  })
  const page = answers.at(-1)?.body as { data: object }
  expect(page.data).toMatchObject({
    name: 'Alt Nume',
    about: 'Etaj 5',
    phone,
    identifier: phone.slice(-9),
    email: `client${phone.slice(-9)}@proba.ro`,
    roles: ['client'],
    state: 'active',
    orders_count: 1,
    last_seen_at: null,
    has_password: false,
    may: { administer: true, note: true, ban: false },
  })
})
