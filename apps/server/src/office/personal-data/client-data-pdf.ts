import { createRequire } from 'node:module'
import { prettyPhone } from '@dispecerat/domain/kernel/phone'
import { wallTime } from '@dispecerat/domain/kernel/wall-time'
import PDFDocument from 'pdfkit'
import type { ClientData } from './client-data.views.ts'

const require = createRequire(import.meta.url)
/** The standard fonts of PDF lack ș and ț. */
const PLAIN = require.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf')
const BOLD = require.resolve('@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf')

const STATES: Readonly<Record<string, string>> = {
  new: 'neplasată',
  created: 'în căutare',
  pending: 'în așteptare',
  assigned: 'în curs',
  finished: 'finalizată',
  canceled: 'anulată',
}

export interface DataSubject {
  name: string | null
  phone: string | null
  email: string | null
}

/** A client's personal data as A4 pages for the client to read; the stream ends itself. */
export function clientDataPdf(subject: DataSubject, data: ClientData, printedAt: Date): PDFKit.PDFDocument {
  const title = 'Date personale'
  const page = new PDFDocument({ size: 'A4', margin: 42, info: { Title: title }, lang: 'ro' })
  page.registerFont('plain', PLAIN).registerFont('bold', BOLD)
  page.font('bold').fontSize(16).text(title)
  page.font('plain').fontSize(9.5)
  const who = [subject.name, subject.phone && prettyPhone(subject.phone), subject.email].filter(Boolean)
  page.text(who.join(' · ') || 'client fără date de contact')
  page.text(`Tipărit ${wallText(printedAt.toISOString())}, ora României`)
  for (const { heading, lines } of sectionsOf(data)) writeSection(page, heading, lines)
  page.end()
  return page
}

function writeSection(page: PDFKit.PDFDocument, heading: string, lines: readonly string[]): void {
  page.moveDown(0.8)
  page.font('bold').fontSize(11).text(`${heading} (${lines.length})`)
  page.font('plain').fontSize(9)
  if (lines.length === 0) page.text('Nimic.')
  for (const line of lines) page.text(line, { paragraphGap: 2 })
}

function sectionsOf(data: ClientData): { heading: string; lines: string[] }[] {
  return [
    {
      heading: 'Ce știu companiile',
      lines: data.companies.map((known) =>
        line(known.company, known.name, known.notes, `din ${wallText(known.since)}`),
      ),
    },
    {
      heading: 'Conturi protocol pe care comandă',
      lines: data.accounts.map((own) => line(own.account, own.name, own.notes, `din ${wallText(own.since)}`)),
    },
    { heading: 'Comenzi', lines: data.orders.map(orderLine) },
    {
      heading: 'Apeluri',
      lines: data.calls.map((call) =>
        line(
          wallText(call.at),
          call.company,
          call.direction === 'out' ? 'sunat de companie' : 'a sunat',
          call.seconds === null ? 'fără convorbire' : `${call.seconds} s`,
          call.is_recorded ? 'înregistrat' : null,
        ),
      ),
    },
    {
      heading: 'Adrese salvate',
      lines: data.addresses.map((place) =>
        line(place.name, place.details, `${place.lat}, ${place.long}`, `folosită de ${place.used} ori`, place.company),
      ),
    },
    {
      heading: 'Mesaje',
      lines: data.messages.map((message) =>
        line(wallText(message.at), message.from_client ? 'de la client' : 'către client', message.text),
      ),
    },
    {
      heading: 'SMS și e-mailuri',
      lines: data.letters.map((outboundMessage) =>
        line(wallText(outboundMessage.at), outboundMessage.kind, outboundMessage.text),
      ),
    },
    {
      heading: 'Evaluări',
      lines: data.ratings.map((rating) =>
        line(`comanda ${rating.order}`, `${rating.stars} din 5`, rating.comment, wallText(rating.at)),
      ),
    },
    {
      heading: 'Număr blocat',
      lines: data.blocked.map((block) => line(block.company, block.reason, wallText(block.since))),
    },
    {
      heading: 'Acorduri',
      lines: data.consents.map((consent) =>
        line(wallText(consent.at), consent.company, consent.wording, consent.texts, consent.from),
      ),
    },
    {
      heading: 'Incidente',
      lines: data.incidents.map((incident) =>
        line(wallText(incident.at), incident.text, incident.address, incident.company),
      ),
    },
  ]
}

function orderLine(order: ClientData['orders'][number]): string {
  return line(
    `Comanda ${order.number}`,
    order.placed_at && wallText(order.placed_at),
    STATES[order.state] ?? order.state,
    order.places.map(({ name, details }) => (details ? `${name} (${details})` : name)).join(' → '),
    order.name,
    order.notes,
    order.driver && `mașina ${order.driver}`,
    order.cost_ron === null ? null : `${order.cost_ron.toFixed(2).replace('.', ',')} RON`,
    order.company,
  )
}

function line(...parts: readonly (string | null)[]): string {
  return parts.filter(Boolean).join(' · ')
}

/** 21.11.2026 14:32 in Romanian time. */
function wallText(iso: string): string {
  const { date, time } = wallTime(new Date(iso))
  return `${date.split('-').reverse().join('.')} ${time.slice(0, 5)}`
}
