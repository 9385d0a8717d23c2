import { Alert, Button, Group, TextInput } from '@mantine/core'
import { shownTime } from '../../text/format.ts'
import { builderMessages as messages } from './builder-messages.ts'
import { nameOf } from './interval-names.ts'
import {
  changeFields,
  errorsOf,
  fieldsOf,
  type IntervalFields,
  isChanged,
  isInConflict,
  keepMine,
  type RulesDraft,
  takeTheirs,
} from './rules-draft.ts'
import { StepList } from './steps/step-list.tsx'
import { changeDraft, useRulesDraft } from './use-rules-draft.ts'
import { WhenFields } from './when-fields.tsx'

const NO_ERRORS: Readonly<Record<string, string>> = {}

/** The editor of one interval: when it applies, and the steps it runs. */
export function IntervalEditor({ draft, id, isSaving }: { draft: RulesDraft; id: number; isSaving: boolean }) {
  const refused = useRulesDraft((s) => s.refused[id]) ?? NO_ERRORS
  const errors = isChanged(draft, id) ? { ...refused, ...errorsOf(draft, id) } : refused
  const fields = fieldsOf(draft, id)
  const change = (fields: Partial<IntervalFields>) => changeDraft((now) => changeFields(now, id, fields))
  const { by, at } = draft.known.lastEdits[id] ?? { by: null, at: null }
  return (
    <section className="panel rule-editor" aria-labelledby="editor-title">
      <div className="rule-editor-head">
        <h2 id="editor-title" className="panel-title">
          {nameOf(draft, id)}
        </h2>
        {by && at ? <span className="small dim">{messages.lastEdit(by, shownTime(at))}</span> : null}
      </div>
      <Conflict draft={draft} id={id} />
      <fieldset disabled={isSaving} className="rule-fields">
        <TextInput
          label={messages.name}
          placeholder={messages.namePlaceholder}
          maxLength={60}
          value={fields.name}
          error={errors.name}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <WhenFields fields={fields} errors={errors} change={change} />
        <StepList draft={draft} id={id} errors={errors} />
      </fieldset>
    </section>
  )
}

function Conflict({ draft, id }: { draft: RulesDraft; id: number }) {
  if (!isInConflict(draft, id)) return null
  const by = draft.known.lastEdits[id]?.by ?? null
  return (
    <Alert color="orange" role="alert" p="xs" className="rule-conflict">
      <p>{messages.conflict(by)}</p>
      <Group gap="xs" mt={6}>
        <Button size="compact-xs" variant="default" onClick={() => changeDraft((now) => takeTheirs(now, id))}>
          {messages.takeTheirs}
        </Button>
        <Button size="compact-xs" variant="default" onClick={() => changeDraft((now) => keepMine(now, id))}>
          {messages.keepMine}
        </Button>
      </Group>
    </Alert>
  )
}
