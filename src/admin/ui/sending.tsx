/** Files on their way to the server, each with how far it is. */

import { t } from '../text/text.js'

export interface Sending {
  /** Two files may have one name. */
  readonly id: number
  readonly name: string
  /** From 0 to 1. */
  readonly share: number
}

/** Nothing where nothing is on its way. */
export function SendingList({ sending }: { sending: readonly Sending[] }) {
  if (sending.length === 0) return null
  return (
    <ul className="sending" aria-label={t('files.sending')}>
      {sending.map(({ id, name, share }) => (
        <li key={id}>
          <bdi className="cut grow">{name}</bdi>
          <progress aria-label={name} max={1} value={share} />
        </li>
      ))}
    </ul>
  )
}
