import { Button, Switch } from '@mantine/core'
import { IconArrowBackUp, IconArrowForwardUp, IconFocusCentered, IconPencil, IconScissors } from '@tabler/icons-react'
import { KeyHint } from '../../keys/key-hint.tsx'
import { ariaKeys } from '../../keys/registry.ts'
import { zoneEditorWords as words } from '../../text/zone-editor-words.ts'
import type { ZoneEditor } from './use-zone-editor.ts'
import type { ZoneHand } from './use-zone-hand.ts'

/** What the hand on the map does now, and the same by buttons. */
export function ZoneTools({ editor, hand }: { editor: ZoneEditor; hand: ZoneHand }) {
  const { draft, current, dirty } = editor
  if (!draft) return null
  const mayCut = current !== undefined && !dirty
  return (
    <section className="zone-tools" aria-label={words.tools}>
      <div className="zone-tool-row">
        <ToolButton
          icon={<IconArrowBackUp size={15} />}
          label={words.undo}
          why={draft.past.length === 0 ? words.nothingToUndo : null}
          keys="zoneUndo"
          onClick={editor.undo}
        />
        <ToolButton
          icon={<IconArrowForwardUp size={15} />}
          label={words.redo}
          why={draft.future.length === 0 ? words.nothingToRedo : null}
          keys="zoneRedo"
          onClick={editor.redo}
        />
        <ToolButton
          icon={<IconFocusCentered size={15} />}
          label={words.look}
          why={hand.count === 0 ? words.nothingToLookAt : null}
          onClick={hand.look}
        />
        {hand.tool === 'shape' ? (
          <>
            <ToolButton icon={<IconPencil size={15} />} label={words.draw} why={null} onClick={editor.startDrawing} />
            {current ? (
              <ToolButton
                icon={<IconScissors size={15} />}
                label={words.cut}
                why={mayCut ? null : words.cutUnsaved}
                onClick={editor.startCut}
              />
            ) : null}
          </>
        ) : null}
      </div>
      {hand.tool === 'shape' ? null : <Collecting hand={hand} />}
      <p className="small dim">
        {hand.tool === 'draw' ? words.drawHint : hand.tool === 'cut' ? words.cutHint : words.shapeHint}
      </p>
      <Switch
        size="sm"
        label={words.snap}
        checked={editor.snaps}
        onChange={(event) => editor.setSnaps(event.currentTarget.checked)}
      />
    </section>
  )
}

function Collecting({ hand }: { hand: ZoneHand }) {
  return (
    <div className="zone-tool-row">
      <Button size="compact-sm" variant="default" aria-keyshortcuts={ariaKeys('zonePoint')} onClick={hand.addCentre}>
        {words.addCentre}
        <KeyHint of="zonePoint" />
      </Button>
      <ToolButton label={words.takeLast} why={hand.count === 0 ? words.nothingToUndo : null} onClick={hand.takeLast} />
      {hand.tool === 'draw' ? (
        <ToolButton
          label={words.close}
          keys="zoneClose"
          why={hand.count < 3 ? words.tooFew : null}
          onClick={hand.finish}
        />
      ) : null}
      <Button size="compact-sm" variant="subtle" aria-keyshortcuts="Escape" onClick={hand.giveUp}>
        {words.giveUpDrawing}
      </Button>
    </div>
  )
}

interface ToolProps {
  icon?: React.ReactNode
  label: string
  /** Why it cannot be used now. */
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
