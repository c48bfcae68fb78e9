/** The list that a screen is about: on its way, not to be read, empty, or its rows. */

import type { ReactNode } from 'react'
import { LoadError } from './load-error.js'
import { Card, WaitingList } from './page.js'

interface LinesProps<Item> {
  /** What is listed, read aloud. */
  readonly label: string
  /** Undefined until it is read. */
  readonly items: readonly Item[] | undefined
  readonly error: unknown
  /** Stands where there is none. */
  readonly empty: ReactNode
  readonly look?: string
  readonly children: (item: Item, index: number) => ReactNode
}

export function Lines<Item>(props: LinesProps<Item>) {
  const { label, items, error, empty, look = '', children } = props
  return (
    <>
      {error !== null && <LoadError error={error} />}
      {!items && error === null && <WaitingList look="lines" rows={4} />}
      {items?.length === 0 && empty}
      {items && items.length > 0 && (
        <Card>
          <ul className={`lines apart ${look}`} aria-label={label}>
            {items.map(children)}
          </ul>
        </Card>
      )}
    </>
  )
}
