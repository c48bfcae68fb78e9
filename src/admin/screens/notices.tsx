/** The card of the account that chooses which notifications one gets. */

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call, type Reply } from '../api/client.js'
import { n } from '../text/notices.js'
import { messageOf } from '../text/text.js'
import { Switch } from '../ui/field.js'
import { Notice } from '../ui/notice.js'
import { Card, Waiting } from '../ui/page.js'
import { showToast } from '../ui/toast.js'

type Choices = Reply<'getNotificationChoices'>

const KINDS = [
  'publish_failed',
  'sync_failed',
  'webhook_off',
  'role_changed',
  'text_changed',
  'set_handed_in',
  'set_sent_back',
  'set_landed',
] as const satisfies readonly (keyof Choices)[]

const KEY = ['notification-choices']

export function NoticesCard() {
  const cache = useQueryClient()
  const { data, error } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call('getNotificationChoices', { signal }),
  })
  const choose = (kind: keyof Choices, isWanted: boolean) => {
    call('updateNotificationChoices', { body: { [kind]: isWanted } })
      .then((now) => cache.setQueryData(KEY, now))
      .catch((problem: unknown) => showToast('bad', messageOf(problem)))
  }
  return (
    <Card title={n('notices.choices')} lead={n('notices.choices.text')}>
      {error && <Notice tone="bad">{messageOf(error)}</Notice>}
      {!data && !error && <Waiting />}
      {data && (
        <div className="stack-small">
          {KINDS.map((kind) => (
            <Switch
              key={kind}
              label={n(`notices.kind.${kind}`)}
              isOn={data[kind]}
              onChange={(isWanted) => choose(kind, isWanted)}
            />
          ))}
        </div>
      )}
    </Card>
  )
}
