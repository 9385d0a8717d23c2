import { addOwnClient, editOwnClient, type OwnClient } from '@dispecerat/contract/billing/own-clients'
import { prettyPhone } from '@dispecerat/domain/kernel/phone'
import { Textarea, TextInput } from '@mantine/core'
import { request } from '../../api/request.ts'
import { useForm } from '../../shared/form/use-form.ts'
import { ownScreenMessages } from '../../text/own-screen-messages.ts'
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx'
import { toast } from '../../ui/dialogs/toast.ts'

const messages = ownScreenMessages.clients

interface Props {
  /** Null: a new client. */
  client: OwnClient | null
  onSaved: () => void
  onClose: () => void
}

/** A client who may order on the account: identified by the phone; name and note belong to the account. */
export function OwnClientDialog({ client, onSaved, onClose }: Props) {
  const { bind, values, busy, submit } = useForm({
    initial: {
      phone: client?.phone ? prettyPhone(client.phone) : '',
      name: client?.name ?? '',
      note: client?.note ?? '',
    },
    save: ({ phone, name, note }, key) =>
      client === null
        ? request(addOwnClient, { body: { phone, name, note } }, { key })
        : request(editOwnClient, { params: { id: client.id }, body: { name, note } }, { key }),
    done: () => {
      toast.good(client === null ? messages.added : messages.saved)
      onSaved()
      onClose()
    },
  })
  return (
    <FormDialog
      title={client === null ? messages.addTitle : messages.editTitle(client.name ?? messages.nameless)}
      save={messages.save}
      isBusy={busy}
      onSubmit={submit}
      onClose={onClose}
    >
      {client === null ? (
        <TextInput
          data-autofocus
          label={messages.phone}
          type="tel"
          autoComplete="off"
          maxLength={40}
          {...bind('phone')}
        />
      ) : (
        <TextInput label={messages.phone} description={messages.phoneFixed} readOnly value={values.phone} />
      )}
      <TextInput
        data-autofocus={client !== null || undefined}
        label={messages.name}
        autoComplete="off"
        maxLength={120}
        {...bind('name')}
      />
      <Textarea
        label={messages.note}
        description={messages.noteHint}
        autosize
        minRows={2}
        maxRows={5}
        maxLength={500}
        {...bind('note')}
      />
    </FormDialog>
  )
}
