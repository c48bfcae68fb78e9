/** What stands below a control: how to fill it. */

import { Text } from 'react-aria-components'

interface HelpProps {
  readonly text: string | undefined
}

export function Help({ text }: HelpProps) {
  if (text === undefined) return null
  return (
    <Text slot="description" className="help">
      {text}
    </Text>
  )
}
