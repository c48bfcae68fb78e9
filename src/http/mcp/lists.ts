/** Lists of the API, as tools ask for them and show them. */

import { nextOf, rowsOf, type Ask } from './operations.js'
import { row } from './shown.js'
import { pageOf, type Shown } from './tool.js'

interface ListInput {
  readonly cursor?: string | undefined
  readonly limit: number
}

/** The call of a list. */
export const listOf = (input: ListInput) => ({ query: pageOf(input) })

/** The call of a list of a site. */
export const onSite = ({ site_id, ...list }: ListInput & { readonly site_id: string }) => ({
  params: { site_id },
  ...listOf(list),
})

/** Named values of each row of a list, and where it goes on. */
export function listed(
  name: string,
  names: readonly string[],
  reply: Awaited<ReturnType<Ask>>,
): Shown {
  return { [name]: rowsOf(reply).map((one) => row(one, names)), next_cursor: nextOf(reply) }
}
