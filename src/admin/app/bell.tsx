/** The bell in the top bar: how many notifications are unread. The list is loaded when it is opened. */

import { lazy, Suspense, useRef, useState } from 'react'
import { Button as Pressable } from 'react-aria-components'
import { useQuery } from '@tanstack/react-query'
import { list } from '../api/client.js'
import { keys } from '../api/queries.js'
import { numberText, t } from '../text/text.js'
import { Icon } from '../ui/icons.js'

const BellWindow = lazy(async () => ({
  default: (await import('./bell-window.js')).BellWindow,
}))

export function Bell() {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const { data } = useQuery({
    queryKey: [...keys.notifications, 'unread'],
    queryFn: ({ signal }) =>
      list('listNotifications', { query: { unread: 'true', per_page: 1 }, signal }),
  })
  const count = data?.total ?? 0
  return (
    <>
      <Pressable
        ref={button}
        className="button icon-only quiet bell"
        aria-label={count === 0 ? t('bell') : t('bell.unread', { count })}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPress={() => setOpen(!isOpen)}
      >
        <Icon name="bell" />
        {count > 0 && <span aria-hidden="true">{numberText(count)}</span>}
      </Pressable>
      {isOpen && (
        <Suspense fallback={null}>
          <BellWindow button={button} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
