import type { Rows } from '../other-tenant-company.ts'
import { nothing, type OtherTenantRequest, row } from './other-tenant-request.ts'

/** Messages between people, and outbound messages. */
export function messageRequests(theirs: Rows): Record<string, OtherTenantRequest> {
  const { companyId, driverId } = theirs
  const chatBody = { message: 'Salut' }
  const template = { params: { id: theirs.templateId } }
  const announcement = { params: { id: theirs.announcementId } }
  const incident = { params: { id: theirs.incidentId } }
  const note = { note: 'Gata' }
  return {
    'GET /api/messages/unread-count': nothing(),
    'GET /api/messages/self-interlocutors': nothing({ query: { search: 'Canar' } }),
    'GET /api/messages/self': row({ query: { receiver_id: driverId } }),
    'GET /api/messages/audience': nothing({ query: { audience: 'drivers' } }),
    'POST /api/messages/to-all-drivers': nothing({ body: chatBody }),
    'POST /api/messages/to-all-clients': nothing({ body: chatBody }, 'company_admin'),
    'GET /api/messages/broadcasts': nothing(),
    'POST /api/messages/broadcasts/:id/stop': row({ params: { id: theirs.broadcastId } }),
    'GET /api/message-templates': nothing(),
    'POST /api/message-templates': row({ body: { company_id: companyId, text: 'Ajung' } }),
    'PATCH /api/message-templates/:id': row({ ...template, body: { text: 'Ajung' } }),
    'DELETE /api/message-templates/:id': row(template),
    'POST /api/message-templates/:id/restore': row(template),
    'GET /api/driver/messages': nothing({}, 'driver'),
    'POST /api/driver/messages': row({ body: { ...chatBody, order_id: theirs.orderId } }, 'driver'),
    'GET /api/announcements': nothing(),
    'GET /api/announcements/current': nothing(),
    'GET /api/driver/announcements': nothing({}, 'driver'),
    'POST /api/announcements': row(
      { body: { company_id: companyId, title: 'Polei', text: 'Atenție', audience: 'all' } },
      'company_admin',
    ),
    'PATCH /api/announcements/:id': row({ ...announcement, body: { title: 'Polei' } }, 'company_admin'),
    'DELETE /api/announcements/:id': row(announcement, 'company_admin'),
    'POST /api/announcements/:id/restore': row(announcement, 'company_admin'),
    'GET /api/incidents': nothing({ query: { driver_id: driverId } }),
    'POST /api/incidents/export': nothing({ body: { driver_id: driverId } }),
    'GET /api/incidents/:id': row(incident),
    'POST /api/incidents': row({ body: { type: 'other', text: 'Zgomot', driver_id: driverId } }),
    'POST /api/incidents/:id/take': row({ ...incident, body: note }),
    'POST /api/incidents/:id/notes': row({ ...incident, body: note }),
    'POST /api/incidents/:id/close': row({ ...incident, body: note }),
    'POST /api/incidents/:id/reopen': row({ ...incident, body: note }),
    'POST /api/driver/incidents': nothing({ body: { type: 'accident', order_id: theirs.orderId } }, 'driver'),
    'GET /api/outbox': nothing({}, 'company_admin'),
    'POST /api/outbox/export': nothing({ body: {} }, 'company_admin'),
    'GET /api/outbox/filings': nothing({ query: { company_id: companyId } }, 'company_admin'),
    'GET /api/outbox/filings/:id/file': row({ params: { id: theirs.filingId } }, 'company_admin'),
    'GET /api/outbox/filings/:id/answer': row({ params: { id: theirs.filingId } }, 'company_admin'),
    'POST /api/outbox/filings/:id/resend': row({ params: { id: theirs.filingId } }, 'company_admin'),
    'POST /api/outbox/registers': row({ body: { company_id: companyId, day: '2026-02-01' } }, 'company_admin'),
    'POST /api/outbox/:id/resend': row({ params: { id: theirs.outboundMessageId } }, 'company_admin'),
  }
}
