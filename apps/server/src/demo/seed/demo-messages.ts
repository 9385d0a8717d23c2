import { asId, type UserId } from '@dispecerat/domain/kernel/ids'
import { STAFF, TAXI_COMPANY, TAXI_DRIVERS } from './demo-accounts.ts'
import { numbers, type SeedInput } from './demo-people.ts'
import type { SeedRow, SeedRows } from './demo-rows.ts'

/** Sample conversations; D = dispatcher, S = driver. */
const TALKS: readonly (readonly [who: 'D' | 'S', text: string][])[] = [
  [
    ['S', 'Clientul de la gară nu răspunde, mai aștept 5 minute?'],
    ['D', 'Da, l-am sunat, iese acum.'],
    ['S', 'Mulțumesc, l-am luat.'],
  ],
  [
    ['D', 'Ai lăsat cineva un telefon în mașină azi dimineață?'],
    ['S', 'Da, îl am la mine, îl aduc la birou.'],
  ],
  [
    ['S', 'Este coadă mare pe Calea București, întârzii 10 minute.'],
    ['D', 'Am anunțat clienta.'],
  ],
  [
    ['S', 'Strada Lungă este blocată la pod.'],
    ['D', 'Ocolește pe De Mijloc, am dat anunț la toți.'],
  ],
  [
    ['D', 'Mâine la 5:30 avem trei plecări spre aeroport, poți lua una?'],
    ['S', 'Pot, trec-o pe mine.'],
  ],
  [
    ['S', 'Bună dimineața, intru în tură la 7.'],
    ['D', 'Bine ai venit, spor la curse!'],
  ],
  [
    ['S', 'Am nevoie de pauză 30 de minute.'],
    ['D', 'În regulă.'],
  ],
  [
    ['D', 'Te rog treci pe la birou pentru taxă.'],
    ['S', 'Trec după tură.'],
  ],
  [
    ['S', 'Adresa din Stupini nu există pe hartă, cum ajung?'],
    ['D', 'A doua la stânga după biserică, poarta verde.'],
    ['S', 'Am găsit, mulțumesc.'],
  ],
  [['S', 'Clienta a uitat o umbrelă.']],
]

export function messageRows({ now, random: from }: SeedInput): SeedRows {
  const random = from.fork('messages')
  const drivers = random.shuffled(numbers(TAXI_DRIVERS)).slice(0, TALKS.length)
  const messages = TALKS.flatMap((talk, index): SeedRow<'messages'>[] => {
    const driver = drivers[index] ?? asId<UserId>(TAXI_DRIVERS.first)
    const dispatcher = index % 2 === 0 ? STAFF.dispatcher : STAFF.secondDispatcher
    const began = now.getTime() - random.whole(20, 3 * 24 * 60) * 60_000
    return talk.map(([who, text], turn) => ({
      company_id: TAXI_COMPANY,
      conversation_id: index + 1,
      sender_id: who === 'D' ? dispatcher : driver,
      // A driver writes to the company's inbox, which has no single receiver.
      receiver_id: who === 'D' ? driver : null,
      message: text,
      type: 'chat',
      is_read: turn < talk.length - 1,
      created_at: new Date(began + turn * 70_000),
    }))
  })
  const messagesWithIds = messages.sort(byTime).map((message, index) => ({ id: index + 1, ...message }))
  return {
    conversations: drivers.map((driver, index) => conversationOf(index + 1, driver, messagesWithIds)),
    messages: messagesWithIds,
    message_templates: templates(now),
  }
}

/** Everything is read except a last message of the driver, which waits for a dispatcher. */
function conversationOf(
  id: number,
  driver: UserId,
  allMessages: readonly SeedRow<'messages'>[],
): SeedRow<'conversations'> {
  const messages = allMessages.filter(({ conversation_id }) => conversation_id === id)
  const last = messages.at(-1)
  const inbound = messages.findLast(({ sender_id }) => sender_id === driver)
  return {
    id,
    company_id: TAXI_COMPANY,
    interlocutor_id: driver,
    last_message_id: last?.id ?? null,
    last_at: last?.created_at ?? null,
    last_inbound_id: inbound?.id ?? 0,
    delivered_to: last?.id ?? 0,
    read_to: last?.id ?? 0,
  }
}

function templates(now: Date): SeedRow<'message_templates'>[] {
  const texts = ['Unde ești?', 'Te rog sună la dispecerat.', 'Clientul te așteaptă în față.', 'Mulțumesc, am notat.']
  return texts.map((text, index) => ({ company_id: TAXI_COMPANY, text, sort_order: index + 1, created_at: now }))
}

function byTime(a: SeedRow<'messages'>, b: SeedRow<'messages'>): number {
  return (a.created_at?.getTime() ?? 0) - (b.created_at?.getTime() ?? 0)
}

/** Four drivers have priority from an hour ago until this evening. */
export function priorityRows({ now }: SeedInput): SeedRows {
  return {
    users_intervals: [
      {
        id: 1,
        company_id: TAXI_COMPANY,
        time_from: new Date(now.getTime() - 3_600_000),
        time_to: new Date(now.getTime() + 8 * 3_600_000),
        created_by: STAFF.manager,
        created_at: new Date(now.getTime() - 7_200_000),
      },
    ],
    users_interval_users: [104, 112, 118, 131].map((id) => ({ interval_id: 1, user_id: asId<UserId>(id) })),
  }
}
