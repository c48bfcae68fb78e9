/** Lets idle children and sockets not keep this process from exiting. */
import { Stream } from 'node:stream'

/**
 * Pipes of child processes are sockets, although their type does not say so.
 *
 * @param handles child processes, sockets and pipes
 */
export function keepAlive(handles: readonly object[], isHeld: boolean): void {
  const method = isHeld ? 'ref' : 'unref'
  for (const handle of handles) {
    // A closed socket would wait to be connected again, each time.
    const isClosed = handle instanceof Stream && Reflect.get(handle, 'destroyed') === true
    const call: unknown = Reflect.get(handle, method)
    if (!isClosed && typeof call === 'function') Reflect.apply(call, handle, [])
  }
}
