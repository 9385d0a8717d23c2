import { Button } from '@mantine/core'
import { KeyHint } from '../../../keys/key-hint.tsx'
import { ariaKeys } from '../../../keys/registry.ts'
import { useKey } from '../../../keys/use-key.ts'
import { confirm } from '../../../ui/dialogs/confirm.tsx'
import { builderMessages as messages } from '../builder-messages.ts'
import { changedIds } from '../rules-draft.ts'
import { discardChanges, useRulesDraft } from '../use-rules-draft.ts'
import type { Save } from './use-save.ts'

/** Number of unsaved intervals, with the buttons that save or discard them. */
export function SaveBar({ save }: { save: Save }) {
  const unsaved = useRulesDraft(({ draft }) => (draft === null ? 0 : changedIds(draft).length))
  useKey('saveRules', save.run)
  const discard = () =>
    confirm({ text: messages.discardQuestion, yes: messages.discard, danger: true, onYes: discardChanges })
  return (
    <div className="save-bar">
      <span role="status" className={unsaved > 0 ? 'unsaved-count' : 'dim'}>
        {unsaved > 0 ? `● ${messages.unsavedCount(unsaved)}` : messages.allSaved}
      </span>
      {unsaved > 0 ? (
        <Button size="compact-sm" variant="default" disabled={save.busy} onClick={discard}>
          {messages.discard}
        </Button>
      ) : null}
      <Button
        size="compact-sm"
        className="save-button"
        aria-disabled={unsaved === 0}
        aria-keyshortcuts={ariaKeys('saveRules')}
        loading={save.busy}
        onClick={save.run}
      >
        {messages.save}&nbsp;
        <KeyHint of="saveRules" />
      </Button>
    </div>
  )
}
