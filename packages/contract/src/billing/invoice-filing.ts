import { endpoint } from '../kernel/endpoint.ts'
import { ById, one } from '../kernel/wire.ts'
import { Invoice } from './invoices.ts'

export const fileInvoice = endpoint({
  method: 'POST',
  path: '/api/protocol/invoices/:id/efactura',
  does: 'Queues the document for RO e-Factura (SPV), once: a repeat changes nothing, one given up is tried again, one rejected is filed anew.',
  area: 'protocol',
  may: 'protocol.bill',
  params: ById,
  reply: one(Invoice),
  errors: ['invoice.unknown', 'invoice.cui_unproved'],
})
