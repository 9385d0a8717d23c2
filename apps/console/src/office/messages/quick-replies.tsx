import { listTemplates } from '@dispecerat/contract/office/messages'
import { Button, Menu } from '@mantine/core'
import { IconBolt } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useEndpointQuery } from '../../api/endpoint-query.ts'
import { later } from '../../ui/later.ts'
import { chatLabels as labels } from '../chat-labels.ts'

const QuickReplyEditor = later(() => import('./quick-reply-editor.tsx').then((m) => m.QuickReplyEditor))

/** Replies used many times a day, one press away. */
export function QuickReplies({ companyId, onPick }: { companyId: number | null; onPick: (text: string) => void }) {
  const [isEditing, setIsEditing] = useState(false)
  const { data } = useEndpointQuery(listTemplates)
  const ours = (data?.data ?? []).filter(({ company_id }) => companyId === null || company_id === companyId)
  return (
    <>
      <Menu position="top-start" withinPortal transitionProps={{ duration: 0 }}>
        <Menu.Target>
          <Button size="compact-sm" variant="default" leftSection={<IconBolt size={13} aria-hidden />}>
            {labels.quick}
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
          {ours.length === 0 ? <Menu.Label>{labels.noQuick}</Menu.Label> : null}
          {ours.map(({ id, text }) => (
            <Menu.Item key={id} onClick={() => onPick(text)}>
              {text}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item onClick={() => setIsEditing(true)}>{labels.editQuick}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isEditing ? (
        <Suspense fallback={null}>
          <QuickReplyEditor templates={ours} companyId={companyId} onClose={() => setIsEditing(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
