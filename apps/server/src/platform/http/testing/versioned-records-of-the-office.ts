import * as finance from '@dispecerat/contract/billing/finance'
import * as protocol from '@dispecerat/contract/billing/protocol'
import * as accounts from '@dispecerat/contract/identity/accounts'
import * as catalogue from '@dispecerat/contract/identity/catalogue'
import * as companies from '@dispecerat/contract/identity/companies'
import * as permissions from '@dispecerat/contract/identity/permissions'
import * as settings from '@dispecerat/contract/identity/settings'
import * as announcements from '@dispecerat/contract/office/announcements'
import * as texts from '@dispecerat/contract/office/message-texts'
import * as messages from '@dispecerat/contract/office/messages'
import * as people from '@dispecerat/contract/office/people'
import * as content from '@dispecerat/contract/site/content'
import { PROFILE } from '../../../billing/protocol/testing/a-billed-office.ts'
import { aClient } from '../../../testing/builders.ts'
import { another, type MakeRecord } from './versioned-record.ts'

let count = 0

const contract: MakeRecord = async ({ fixture: { server }, boss, accountId }) => {
  const params = { id: accountId }
  return {
    token: boss,
    read: async () => (await server.request(protocol.readContract, { params }, boss)).reply.data.version,
    change: () => server.request(protocol.editContract, { params, body: { contract_no: another() } }, boss),
    edits: [[protocol.editContract, { params, body: { payment_days: 15 } }]],
  }
}

const billingProfile: MakeRecord = async ({ fixture: { server }, boss }) => ({
  token: boss,
  read: async () => (await server.request(protocol.readBillingProfile, {}, boss)).reply.version,
  change: () => server.request(protocol.saveBillingProfile, { body: { ...PROFILE, bank: another() } }, boss),
  edits: [[protocol.saveBillingProfile, { body: PROFILE }]],
})

const financeSettings: MakeRecord = async ({ fixture: { server }, boss }) => {
  const terms = { commission_type: 'fixed', commission_value: ++count } as const
  return {
    token: boss,
    read: async () => (await server.request(finance.readFinanceSettings, {}, boss)).reply.data.version,
    change: () => server.request(finance.changeFinanceSettings, { body: terms }, boss),
    edits: [[finance.changeFinanceSettings, { body: { low_balance_warning: 10 } }]],
  }
}

const settingsGroup: MakeRecord = async ({ fixture: { server }, boss }) => {
  const params = { group: 'orders' } as const
  const body = { pending_timeout_min: ++count }
  return {
    token: boss,
    read: async () => (await server.request(settings.readGroupSettings, { params }, boss)).reply.data.version,
    change: () => server.request(settings.changeGroupSettings, { params, body }, boss),
    edits: [[settings.changeGroupSettings, { params, body: { operator_list_hours: 12 } }]],
  }
}

const messageText: MakeRecord = async ({ fixture: { server }, boss }) => {
  const params = { key: 'client_canceled' } as const
  const listed = async () => (await server.request(texts.listMessageTexts, {}, boss)).reply.data
  return {
    token: boss,
    read: async () => (await listed()).find(({ key }) => key === params.key)?.version,
    change: () => server.request(texts.changeMessageText, { params, body: { text: another() } }, boss),
    edits: [[texts.changeMessageText, { params, body: { is_on: true } }]],
  }
}

const service: MakeRecord = async ({ fixture: { server }, boss }) => {
  const created = await server.request(catalogue.createService, { body: { name: another() } }, boss)
  const params = { id: created.reply.data.id }
  const listed = async () => (await server.request(catalogue.listCatalogueServices, {}, boss)).reply.data
  return {
    token: boss,
    read: async () => (await listed()).find(({ id }) => id === params.id)?.version,
    change: () => server.request(catalogue.editService, { params, body: { name: another() } }, boss),
    edits: [[catalogue.editService, { params, body: { is_active: false } }]],
  }
}

const orderOption: MakeRecord = async ({ fixture: { server }, boss }) => {
  const created = await server.request(catalogue.createOrderOption, { body: { name: another() } }, boss)
  const params = { id: created.reply.data.id }
  const listed = async () => (await server.request(catalogue.listCatalogueOptions, {}, boss)).reply.data
  return {
    token: boss,
    read: async () => (await listed()).find(({ id }) => id === params.id)?.version,
    change: () => server.request(catalogue.editOrderOption, { params, body: { name: another() } }, boss),
    edits: [[catalogue.editOrderOption, { params, body: { is_active: false } }]],
  }
}

const company: MakeRecord = async ({ fixture: { server, companyId }, boss }) => {
  const params = { id: companyId }
  return {
    token: boss,
    read: async () => (await server.request(companies.readCompany, { params }, boss)).reply.data.version,
    change: () => server.request(companies.editCompany, { params, body: { description: another() } }, boss),
    edits: [[companies.editCompany, { params, body: { name: 'Alt nume' } }]],
  }
}

const rolePermissions: MakeRecord = async ({ fixture: { server, companyId }, boss }) => {
  const params = { id: companyId }
  const body = (is_given: boolean) => ({
    role: 'dispatcher' as const,
    words: [{ word: 'users.ban' as const, is_given }],
  })
  return {
    token: boss,
    read: async () => (await server.request(permissions.readRolePermissions, { params }, boss)).reply.data.version,
    change: () => server.request(permissions.changeRolePermissions, { params, body: body(false) }, boss),
    edits: [[permissions.changeRolePermissions, { params, body: body(true) }]],
  }
}

const person: MakeRecord = async ({ fixture: { server }, boss, ana }) => {
  const params = { id: ana.driverId }
  return {
    token: boss,
    read: async () => (await server.request(people.readPerson, { params }, boss)).reply.data.version,
    change: () => server.request(people.updatePerson, { params, body: { name: another() } }, boss),
    edits: [
      [people.updatePerson, { params, body: { licence_no: 'B1' } }],
      [people.setRoles, { params, body: { roles: ['driver'] } }],
    ],
  }
}

/** Of a client each company has its own row, with its own version. */
const client: MakeRecord = async ({ fixture: { server, companyId }, boss }) => {
  const params = { id: (await aClient(server, { companyIds: [companyId], name: another() })).clientId }
  return {
    token: boss,
    read: async () => (await server.request(people.readPerson, { params }, boss)).reply.data.version,
    change: () => server.request(people.updatePerson, { params, body: { name: another() } }, boss),
    edits: [[people.updatePerson, { params, body: { about: 'Etaj 4' } }]],
  }
}

const userMeta: MakeRecord = async ({ fixture: { server }, boss, ana }) => {
  const params = { id: ana.driverId }
  const body = (value: string) => ({ data: [{ key: 'nota', value }] })
  return {
    token: boss,
    read: async () => (await server.request(accounts.readUserMeta, { params }, boss)).reply.version,
    change: () => server.request(accounts.writeUserMeta, { params, body: body(another()) }, boss),
    edits: [[accounts.writeUserMeta, { params, body: body('Stația 3') }]],
  }
}

const quickReply: MakeRecord = async ({ fixture: { server }, boss }) => {
  const created = await server.request(messages.createTemplate, { body: { text: another() } }, boss)
  const params = { id: created.reply.data.id }
  const listed = async () => (await server.request(messages.listTemplates, {}, boss)).reply.data
  return {
    token: boss,
    read: async () => (await listed()).find(({ id }) => id === params.id)?.version,
    change: () => server.request(messages.editTemplate, { params, body: { text: another() } }, boss),
    edits: [[messages.editTemplate, { params, body: { text: 'Vin' } }]],
  }
}

const announcement: MakeRecord = async ({ fixture: { server }, boss }) => {
  const body = { title: another(), text: 'Drumul Poienii este alunecos', audience: 'all' } as const
  const params = { id: (await server.request(announcements.createAnnouncement, { body }, boss)).reply.data.id }
  const listed = async () => (await server.request(announcements.listAnnouncements, {}, boss)).reply.data
  return {
    token: boss,
    read: async () => (await listed()).find(({ id }) => id === params.id)?.version,
    change: () => server.request(announcements.editAnnouncement, { params, body: { title: another() } }, boss),
    edits: [[announcements.editAnnouncement, { params, body: { text: 'S-a dat cu sare' } }]],
  }
}

const page: MakeRecord = async ({ fixture: { server, admin } }) => {
  const text = { type: 'documentation', title: 'Ajutor', content: '<p>Salut</p>', is_published: true } as const
  const created = await server.request(content.createContent, { body: { ...text, url: `pagina-${++count}` } }, admin)
  const { id } = created.reply.data
  const params = { id }
  return {
    token: admin,
    read: async () => (await server.request(content.openContent, { params }, admin)).reply.data.version,
    change: () => server.request(content.editContent, { params, body: { title: another() } }, admin),
    edits: [
      [content.editContent, { params, body: { menu_order: 7 } }],
      [content.restoreContentVersion, { params: { id, version: 1 } }],
      [content.deleteContent, { params }],
    ],
  }
}

export const OFFICE_RECORDS: readonly MakeRecord[] = [
  contract,
  billingProfile,
  financeSettings,
  settingsGroup,
  messageText,
  service,
  orderOption,
  company,
  rolePermissions,
  person,
  client,
  userMeta,
  quickReply,
  announcement,
  page,
]
