import { type Filing, resendFiling } from '@dispecerat/contract/billing/filings'
import { Button } from '@mantine/core'
import { download } from '../../api/download.ts'
import { request } from '../../api/request.ts'
import { useAction } from '../../api/use-action.ts'
import { filingMessages as messages } from '../../shared/outbox/filing-messages.ts'
import { toast } from '../../ui/dialogs/toast.ts'
import { saveFile } from '../../ui/save-file.ts'

/** Downloads the sent file and the reply, or sends it again. */
export function FilingActs({ filing, onDone }: { filing: Filing; onDone: () => void }) {
  const { id, state, file_name, has_answer } = filing
  const resend = useAction((_: null, key) => request(resendFiling, { params: { id } }, { key }), {
    done: () => {
      toast.good(messages.resent)
      onDone()
    },
    failed: () => {
      onDone()
      return false
    },
  })
  return (
    <span className="outbox-acts">
      <FileButton of={`${id}/file`} name={file_name} label={messages.file} description={messages.fileOf(id)} />
      {has_answer ? (
        <FileButton
          of={`${id}/answer`}
          name={`${file_name.replace(/\.\w+$/, '')}_raspuns.zip`}
          label={messages.answer}
          description={messages.answerOf(id)}
        />
      ) : null}
      {state === 'pending' || state === 'failed' ? (
        <Button
          size="compact-xs"
          variant="default"
          loading={resend.busy}
          aria-label={messages.resendOf(id)}
          onClick={() => void resend.run(null)}
        >
          {messages.resend}
        </Button>
      ) : null}
    </span>
  )
}

function FileButton({
  of,
  name,
  label,
  description,
}: {
  of: string
  name: string
  label: string
  description: string
}) {
  const file = useAction(async () => {
    const how = { signal: new AbortController().signal, onBytes: () => undefined }
    saveFile(await download(`/api/outbox/filings/${of}`, how), name)
  })
  return (
    <Button
      size="compact-xs"
      variant="default"
      disabled={file.busy}
      aria-label={description}
      onClick={() => void file.run(undefined)}
    >
      {label}
    </Button>
  )
}
