import { useSession } from '../../api/session.ts'
import { NO_PHONE, type PhoneCommands, plugPhone, usePhone } from '../../shared/telephone/phone-store.ts'
import { type OwnPhone, startOwnPhone } from './own-phone.ts'
import { type Command, PhoneTabs, type Shown } from './phone-tabs.ts'

let own: OwnPhone | null = null
let tabs: PhoneTabs | null = null

/** The telephone of this browser while a user is logged in: in this tab, or through the tab that owns it. */
export function runPhone() {
  const { userId } = useSession.getState()
  if (tabs || userId === null) return
  usePhone.setState({ ...NO_PHONE, status: 'connecting' })
  tabs = new PhoneTabs(userId, {
    gained: () => {
      usePhone.setState({ ...NO_PHONE, status: 'connecting', isOwner: true })
      own = startOwnPhone()
    },
    lost: () => {
      own?.drop()
      own = null
      usePhone.setState({ ...NO_PHONE, status: 'otherTab' })
    },
    heardOwner: (shown) => {
      usePhone.setState({ ...NO_PHONE, ...shown, status: 'otherTab' })
      /* Loads the library ahead, so that taking over is quick. */
      void import('./jssip-phone.ts')
    },
    perform: async (command, of) => (own ? own[command](of) : command === 'dial' ? 'noPhone' : false),
    shown,
  })
  plugPhone(here)
}

const send = (command: Exclude<Command, 'dial'>) => async (sipCallerId: string) =>
  own ? own[command](sipCallerId) : ((await tabs?.askOwner<boolean>(command, sipCallerId, false)) ?? false)

const here: PhoneCommands = {
  answer: send('answer'),
  hold: send('hold'),
  resume: send('resume'),
  hangUp: send('hangUp'),
  dial: async (phone) => (own ? own.dial(phone) : ((await tabs?.askOwner('dial', phone, 'noPhone')) ?? 'noPhone')),
  takeOver: () => tabs?.takeOver(),
  retry: () => own?.retry(),
  renew: () => own?.renew(),
  changeMicrophone: async () => own?.changeMicrophone(),
}

function shown(): Shown {
  const { ringing, talking, dialling } = usePhone.getState()
  return { ringing, talking, dialling }
}

usePhone.subscribe((now, before) => {
  const isSame = now.ringing === before.ringing && now.talking === before.talking && now.dialling === before.dialling
  if (now.isOwner && !(isSame && before.isOwner)) tabs?.publishShown()
})

/** Logging out unregisters at once; another user has another telephone. */
useSession.subscribe((now, before) => {
  if (now.token === before.token || !tabs) return
  own?.stop()
  own = null
  tabs.leave()
  tabs = null
  plugPhone(null)
  usePhone.setState(NO_PHONE)
  if (now.token !== null) runPhone()
})
