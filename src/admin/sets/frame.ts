/** What the frame of a site shows of change sets, in one file to be loaded. */

export { InSet } from './in-set.js'
export { SetBar } from './set-bar.js'
export { SetSwitch } from './set-switch.js'
