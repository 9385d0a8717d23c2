import { Button, Switch } from '@mantine/core'
import { IconArrowBackUp, IconArrowForwardUp, IconFocusCentered, IconPencil, IconScissors } from '@tabler/icons-react'
import { KeyHint } from '../../keys/key-hint.tsx'
import { ariaKeys } from '../../keys/registry.ts'
import type { ZoneEditing } from './use-zone-editing.ts'
import type { ZoneEditor } from './use-zone-editor.ts'
import { zoneEditorMessages as messages } from './zone-editor-messages.ts'

/** The current map tool, and the same actions as buttons. */
export function ZoneTools({ editor, editing }: { editor: ZoneEditor; editing: ZoneEditing }) {
  const { draft, current, dirty } = editor
  if (!draft) return null
  const mayCut = current !== undefined && !dirty
  return (
    <section className="zone-tools" aria-label={messages.tools}>
      <div className="zone-tool-row">
        <ToolButton
          icon={<IconArrowBackUp size={15} />}
          label={messages.undo}
          why={draft.past.length === 0 ? messages.nothingToUndo : null}
          keys="zoneUndo"
          onClick={editor.undo}
        />
        <ToolButton
          icon={<IconArrowForwardUp size={15} />}
          label={messages.redo}
          why={draft.future.length === 0 ? messages.nothingToRedo : null}
          keys="zoneRedo"
          onClick={editor.redo}
        />
        <ToolButton
          icon={<IconFocusCentered size={15} />}
          label={messages.look}
          why={editing.count === 0 ? messages.nothingToLookAt : null}
          onClick={editing.recentre}
        />
        {editing.tool === 'shape' ? (
          <>
            <ToolButton
              icon={<IconPencil size={15} />}
              label={messages.draw}
              why={null}
              onClick={editor.startDrawing}
            />
            {current ? (
              <ToolButton
                icon={<IconScissors size={15} />}
                label={messages.cut}
                why={mayCut ? null : messages.cutUnsaved}
                onClick={editor.startCut}
              />
            ) : null}
          </>
        ) : null}
      </div>
      {editing.tool === 'shape' ? null : <Collecting editing={editing} />}
      <p className="small dim">
        {editing.tool === 'draw' ? messages.drawHint : editing.tool === 'cut' ? messages.cutHint : messages.shapeHint}
      </p>
      <Switch
        size="sm"
        label={messages.snap}
        checked={editor.snaps}
        onChange={(event) => editor.setSnaps(event.currentTarget.checked)}
      />
    </section>
  )
}

function Collecting({ editing }: { editing: ZoneEditing }) {
  return (
    <div className="zone-tool-row">
      <Button size="compact-sm" variant="default" aria-keyshortcuts={ariaKeys('zonePoint')} onClick={editing.addCentre}>
        {messages.addCentre}
        <KeyHint of="zonePoint" />
      </Button>
      <ToolButton
        label={messages.takeLast}
        why={editing.count === 0 ? messages.nothingToUndo : null}
        onClick={editing.takeLast}
      />
      {editing.tool === 'draw' ? (
        <ToolButton
          label={messages.close}
          keys="zoneClose"
          why={editing.count < 3 ? messages.tooFew : null}
          onClick={editing.finish}
        />
      ) : null}
      <Button size="compact-sm" variant="subtle" aria-keyshortcuts="Escape" onClick={editing.giveUp}>
        {messages.giveUpDrawing}
      </Button>
    </div>
  )
}

interface ToolProps {
  icon?: React.ReactNode
  label: string
  /** Reason why it is disabled now. */
  why: string | null
  keys?: 'zoneUndo' | 'zoneRedo' | 'zoneClose'
  onClick: () => void
}

function ToolButton({ icon, label, why, keys, onClick }: ToolProps) {
  const off = why === null ? {} : { 'data-disabled': true, 'aria-disabled': true, title: why, 'aria-description': why }
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={icon}
      {...(keys ? { 'aria-keyshortcuts': ariaKeys(keys) } : {})}
      {...off}
      onClick={() => why === null && onClick()}
    >
      {label}
    </Button>
  )
}
