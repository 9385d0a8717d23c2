import { plural } from '@dispecerat/domain/kernel/plural'

const HOURS = (n: number) => plural(n, 'oră', 'ore', 'de ore')
const DAYS = (n: number) => plural(n, 'zi', 'zile', 'de zile')

/** Bans of a driver. */
export const banMessages = {
  open: 'Blochează',
  menu: (name: string) => `Blocarea șoferului ${name}`,
  until: (time: string) => `Blocat până la ${time}`,
  permanently: 'Blocat permanent',
  left: (clock: string) => `încă ${clock}`,
  presets: { hour: HOURS, day: DAYS },
  permanent: 'Permanent',
  untilDate: 'Până la o dată…',
  unban: 'Deblochează',
  because: (reason: string) => `Motiv: ${reason}`,
  promptTitle: 'Motivul blocării',
  reason: 'Motiv',
  reasonRequired: 'Motivul este obligatoriu',
  date: 'Data',
  dateRequired: 'Alegeți data',
  datePast: 'Data trebuie să fie în viitor',
  time: 'Ora',
  yes: 'Ban user',
  no: 'Close',
  banned: 'Driver banned',
  unbanned: 'Driver unbanned',
  history: 'Istoricul blocărilor',
  noHistory: 'Nicio blocare.',
  automatic: 'automat',
  ends: {
    expired: 'expirată',
    lifted: (who: string) => `ridicată${who ? ` de ${who}` : ''}`,
    replaced: 'înlocuită',
    running: 'în curs',
  },
} as const
