import {
  countAudience,
  MAX_CHARACTERS,
  messageAllClients,
  messageAllDrivers,
} from '@dispecerat/contract/office/messages'
import { Button, Group, Modal, Textarea } from '@mantine/core'
import { Suspense, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { useEndpointQuery } from '../../api/endpoint-query.ts'
import { request } from '../../api/request.ts'
import { useUser } from '../../api/session.ts'
import { useAction } from '../../api/use-action.ts'
import { ro } from '../../text/ro.ts'
import { useEscLayer } from '../../ui/dialogs/esc-layer.ts'
import { toast } from '../../ui/dialogs/toast.ts'
import { useFocusReturn } from '../../ui/dialogs/use-focus-return.ts'
import { later } from '../../ui/later.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { chatLabels as labels } from '../chat-labels.ts'

const BroadcastList = later(() => import('./broadcast-progress.tsx').then((m) => m.BroadcastList))

type Audience = 'drivers' | 'clients'

export function BroadcastButtons() {
  const [audience, setAudience] = useState<Audience | null>(null)
  const mayWriteClients = useUser().permissions.includes('messages.to_clients')
  return (
    <>
      <Button size="compact-xs" variant="default" onClick={() => setAudience('drivers')}>
        {labels.toDrivers}
      </Button>
      <Button
        size="compact-xs"
        variant="default"
        data-disabled={!mayWriteClients || undefined}
        aria-disabled={!mayWriteClients}
        {...(mayWriteClients ? {} : { title: labels.clientsDenied, 'aria-description': labels.clientsDenied })}
        onClick={() => mayWriteClients && setAudience('clients')}
      >
        {labels.toClients}
      </Button>
      {audience === null ? null : <BroadcastDialog audience={audience} onClose={() => setAudience(null)} />}
    </>
  )
}

/** The text is written first, then the number of receivers is confirmed, then it is sent; a failure keeps the text. */
function BroadcastDialog({ audience, onClose }: { audience: Audience; onClose: () => void }) {
  useFocusReturn()
  useEscLayer(onClose)
  const [text, setText] = useState('')
  const [isConfirming, setIsConfirming] = useState(false)
  const counted = useEndpointQuery(countAudience, { query: { audience } }, { staleTime: 0 })
  const toAll = audience === 'drivers' ? messageAllDrivers : messageAllClients
  const send = useAction((message: string, key) => request(toAll, { body: { message } }, { key }), {
    done: () => {
      toast.good(labels.sent)
      onClose()
    },
    failed: (error) => {
      setIsConfirming(false)
      /* The daily limit, too soon after the last one, or a company without approval. */
      if (error instanceof ApiError && (error.status === 429 || error.status === 403)) return false
      toast.bad(labels.broadcastFailed)
      return true
    },
  })
  const message = text.trim()
  const left = counted.data?.data.left_out ?? 0
  const leftOut = left === 0 ? '' : labels.leftOut(left)
  const why = whyNot(message, counted.data?.data, audience)
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnEscape={false}
      title={audience === 'drivers' ? labels.toDrivers : labels.toClients}
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': ro.close }}
    >
      <Textarea
        data-autofocus
        label={labels.text}
        description={audience === 'clients' ? `${labels.bySms} ${leftOut}`.trim() : undefined}
        autosize
        minRows={4}
        maxRows={10}
        value={text}
        readOnly={isConfirming}
        error={message.length > MAX_CHARACTERS ? labels.tooLong(MAX_CHARACTERS) : null}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {counted.isError ? <LoadFailed text={labels.notCounted} onRetry={() => void counted.refetch()} /> : null}
      {isConfirming ? (
        <p role="alert" className="chat-ask">
          {`${labels.ask[audience](counted.data?.data.receivers ?? 0)} ${leftOut}`.trim()}
        </p>
      ) : null}
      <Group justify="flex-end" mt="md" gap="xs">
        <Button variant="default" onClick={isConfirming ? () => setIsConfirming(false) : onClose}>
          {ro.cancel}
        </Button>
        {isConfirming ? (
          <Button loading={send.busy} onClick={() => void send.run(message)}>
            {labels.send}
          </Button>
        ) : (
          <Button
            data-disabled={why !== null || undefined}
            aria-disabled={why !== null}
            {...(why === null ? {} : { title: why, 'aria-description': why })}
            onClick={() => why === null && setIsConfirming(true)}
          >
            {labels.continue}
          </Button>
        )}
      </Group>
      <Suspense fallback={null}>
        <BroadcastList />
      </Suspense>
    </Modal>
  )
}

/** Null when the message can be confirmed. */
function whyNot(
  message: string,
  counted: { receivers: number; left_out: number } | undefined,
  audience: Audience,
): string | null {
  if (message === '') return labels.emptyHint
  if (message.length > MAX_CHARACTERS) return labels.tooLong(MAX_CHARACTERS)
  if (counted === undefined) return labels.counting
  if (counted.receivers > 0) return null
  return counted.left_out > 0 ? labels.onlyLeftOut : labels.toNobody[audience]
}
