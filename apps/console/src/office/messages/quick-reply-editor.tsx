import {
  createTemplate,
  deleteTemplate,
  editTemplate,
  listTemplates,
  type MessageTemplate,
  restoreTemplate,
} from '@dispecerat/contract/office/messages'
import { ActionIcon, Button, Group, Modal, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { invalidate } from '../../api/endpoint-query.ts'
import { request } from '../../api/request.ts'
import { useAction } from '../../api/use-action.ts'
import { EditConflict } from '../../shared/edit-page/edit-conflict.tsx'
import { useEditForm } from '../../shared/edit-page/use-edit-form.ts'
import { ro } from '../../text/ro.ts'
import { useEscLayer } from '../../ui/dialogs/esc-layer.ts'
import { offerUndo } from '../../ui/dialogs/undo-toast.tsx'
import { useFocusReturn } from '../../ui/dialogs/use-focus-return.ts'
import { chatLabels as labels } from '../chat-labels.ts'

const UNDO_MS = 6000
const MAX = 500
const LABELS = { text: labels.quick }

interface Props {
  templates: readonly MessageTemplate[]
  companyId: number | null
  onClose: () => void
}

export function QuickReplyEditor({ templates, companyId, onClose }: Props) {
  useFocusReturn()
  useEscLayer(onClose)
  const again = useAgain()
  const [fresh, setFresh] = useState('')
  const add = useAction(
    (text: string, key) =>
      request(createTemplate, { body: { text, ...(companyId ? { company_id: companyId } : {}) } }, { key }),
    {
      done: () => {
        setFresh('')
        void again()
      },
    },
  )
  const submit = () => {
    if (fresh.trim() !== '') void add.run(fresh.trim())
  }
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnEscape={false}
      title={labels.quickTitle}
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': ro.close }}
    >
      <ul className="quick-rows">
        {templates.map((template, index) => (
          <QuickRow key={template.id} template={template} place={index + 1} />
        ))}
      </ul>
      <Group gap={6} mt="sm" align="flex-end" wrap="nowrap">
        <TextInput
          className="quick-text"
          label={labels.newQuick}
          value={fresh}
          maxLength={MAX}
          data-autofocus
          onChange={(event) => setFresh(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') submit()
          }}
        />
        <Button size="xs" loading={add.busy} onClick={submit}>
          {labels.addQuick}
        </Button>
      </Group>
    </Modal>
  )
}

function QuickRow({ template, place }: { template: MessageTemplate; place: number }) {
  const again = useAgain()
  const { id } = template
  const form = useEditForm<{ text: string }, { data: MessageTemplate }>({
    loaded: { values: { text: template.text }, version: template.version },
    save: (_, { version, key, all }) =>
      request(editTemplate, { params: { id }, body: { text: all.text.trim() } }, { key, version }),
    saved: () => void again(),
    reload: again,
  })
  const { text } = form.values
  const restore = async () => {
    await request(restoreTemplate, { params: { id } })
    void again()
  }
  const remove = useAction((_: null, key) => request(deleteTemplate, { params: { id } }, { key }), {
    done: () => {
      again()
      offerUndo({ text: labels.deletedQuick, label: labels.undoDelete, ms: UNDO_MS, undo: () => void restore() })
    },
  })
  const isChanged = text.trim() !== '' && text.trim() !== template.text
  return (
    <li className="quick-row">
      <EditConflict form={form} labels={LABELS} />
      <TextInput
        className="quick-text"
        aria-label={labels.quickText(place)}
        value={text}
        maxLength={MAX}
        onChange={(event) => form.set('text', event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && isChanged) void form.submit()
        }}
      />
      {isChanged ? (
        <Button size="compact-sm" loading={form.busy} onClick={() => void form.submit()}>
          {labels.saveQuick}
        </Button>
      ) : null}
      <ActionIcon
        variant="subtle"
        color="red"
        size={26}
        aria-label={labels.deleteQuick(template.text)}
        title={labels.deleteQuick(template.text)}
        onClick={() => void remove.run(null)}
      >
        <IconTrash size={15} aria-hidden />
      </ActionIcon>
    </li>
  )
}

function useAgain(): () => Promise<unknown> {
  const cache = useQueryClient()
  return () => invalidate(cache, listTemplates)
}
