import { Button, Group } from '@mantine/core'
import { toast } from './toast.ts'

/** A toast with a button that undoes the last action until it disappears. */
export function offerUndo({ text, label, ms, undo }: { text: string; label: string; ms: number; undo: () => void }) {
  const id = crypto.randomUUID()
  let isDone = false
  const press = () => {
    /* The button receives clicks until the toast has faded out. */
    if (isDone) return
    isDone = true
    toast.hide(id)
    undo()
  }
  toast.withAction(
    id,
    text,
    <Group justify="space-between" gap="xs" wrap="nowrap" className="toast-act">
      <span>{text}</span>
      <Button size="compact-xs" variant="default" onClick={press}>
        {label}
      </Button>
    </Group>,
    ms,
  )
}
