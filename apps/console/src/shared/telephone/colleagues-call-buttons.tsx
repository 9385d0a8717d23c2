import { ActionIcon, Button } from '@mantine/core'
import { IconPhoneIncoming, IconPhoneOff } from '@tabler/icons-react'
import { KeyHint } from '../../keys/key-hint.tsx'
import { ariaKeys } from '../../keys/registry.ts'
import { useKey } from '../../keys/use-key.ts'
import { ro } from '../../text/ro.ts'
import { type ColleaguesCall, useColleaguesCall } from './use-colleagues-call.ts'

/** In the head of an order whose client talks to a colleague: takes the call over, or ends it where that is allowed. */
export function ColleaguesCallButtons({ orderId }: { orderId: number }) {
  const colleagues = useColleaguesCall(orderId)
  return colleagues ? <Buttons colleagues={colleagues} /> : null
}

function Buttons({ colleagues: { call, mayEnd, mayTake } }: { colleagues: ColleaguesCall }) {
  const take = () => void import('./take-over.ts').then(({ confirmTakeOver }) => confirmTakeOver(call))
  const end = () => void import('./end-colleagues-call.ts').then(({ confirmEnd }) => confirmEnd(call))
  useKey('takeOverCall', take, mayTake)
  const endMessages = `${ro.calls.ofColleague(call.dispatcher_name ?? '')}. ${ro.calls.endColleagues}`
  return (
    <span className="call-buttons">
      {mayTake ? (
        <Button
          size="compact-xs"
          variant="light"
          leftSection={<IconPhoneIncoming size={14} />}
          rightSection={<KeyHint of="takeOverCall" />}
          aria-keyshortcuts={ariaKeys('takeOverCall')}
          onClick={take}
        >
          {ro.calls.takeOver}
        </Button>
      ) : null}
      {mayEnd ? (
        <ActionIcon size={24} variant="light" color="red" aria-label={endMessages} title={endMessages} onClick={end}>
          <IconPhoneOff size={14} />
        </ActionIcon>
      ) : null}
    </span>
  )
}
