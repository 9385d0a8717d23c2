import { banUser } from '@dispecerat/contract/fleet/bans'
import { sendMessage } from '@dispecerat/contract/office/messages'
import { createPerson, updatePerson } from '@dispecerat/contract/office/people'
import { aClient, PASSWORD } from '../builders.ts'
import { LONG, type Office, UNKNOWN, type WrongForms } from './wrong-forms.ts'

const INVALID = { name: '', licence_until: 'mâine' }

/** Invalid forms for people, and for messages and actions about them. */
export async function wrongPeople(office: Office): Promise<WrongForms> {
  const { fixture, server, ion, ana } = office
  const { companyId } = fixture
  const ids = { company_ids: [companyId] }
  const known = await aClient(server, { companyIds: [companyId] })
  const other = await aClient(server, { companyIds: [companyId] })
  const taken = await server.db
    .selectFrom('users')
    .select(['phone', 'email', 'identifier'])
    .where('id', '=', ana.driverId)
    .executeTakeFirstOrThrow()
  return {
    'a driver': {
      endpoint: createPerson,
      as: 'boss',
      body: { ...ids, ...taken, roles: ['driver'], password: '12345678', ...INVALID },
      fields: ['email', 'identifier', 'licence_until', 'name', 'password', 'phone'],
    },
    'a client': {
      endpoint: createPerson,
      as: 'boss',
      body: {
        ...ids,
        roles: ['client'],
        phone: known.phone,
        identifier: taken.identifier,
        password: PASSWORD,
        protocol_parent_user_id: UNKNOWN,
        ...INVALID,
      },
      fields: ['identifier', 'licence_until', 'name', 'password', 'phone', 'protocol_parent_user_id'],
    },
    'a driver who is edited': {
      endpoint: updatePerson,
      as: 'boss',
      id: ion.driverId,
      body: { ...taken, company_ids: [], ...INVALID },
      fields: ['company_ids', 'email', 'licence_until', 'name', 'phone'],
    },
    'a driver’s code': {
      endpoint: updatePerson,
      as: 'boss',
      id: ion.driverId,
      body: { identifier: taken.identifier, ...INVALID },
      fields: ['identifier', 'licence_until', 'name'],
    },
    'a client who is edited': {
      endpoint: updatePerson,
      as: 'boss',
      id: known.clientId,
      body: {
        phone: other.phone,
        identifier: taken.identifier,
        protocol_parent_user_id: UNKNOWN,
        ...INVALID,
      },
      fields: ['identifier', 'licence_until', 'name', 'phone', 'protocol_parent_user_id'],
    },
    'a ban': {
      endpoint: banUser,
      id: ion.driverId,
      body: { unit: 'week', amount: 'x', ban_until: '2020-01-01 00:00:00', reason: '' },
      fields: ['amount', 'ban_until', 'reason', 'unit'],
    },
    'a message': {
      endpoint: sendMessage,
      body: { user_id: ion.driverId, message: '', title: LONG, sender_name: 'Altcineva' },
      fields: ['message', 'sender_name', 'title'],
    },
  }
}
