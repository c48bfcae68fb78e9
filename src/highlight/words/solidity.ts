/** Words of Solidity by class. */
export const SOLIDITY_WORDS = {
  k: `
    abstract anonymous as assembly break calldata catch constant constructor continue contract
    delete do else emit enum event external fallback for function hex if import indexed
    interface internal is library mapping memory modifier new override payable pragma private
    public pure receive return returns storage struct throw try type using var view virtual
    while
  `,
  kc: `
    days ether finney hours minutes seconds szabo weeks wei years
  `,
  kr: `
    after alias apply auto case copyof default define final fixed immutable implements in inline
    let macro match mutable null of partial promise reference relocatable sealed sizeof static
    supports switch typedef typeof ufixed unchecked
  `,
  kt: `
    address bool byte bytes int string uint
  `,
  nb: `
    addmod assert balance blockhash call callcode delegatecall ecrecover false gasleft keccak256
    mulmod now require revert ripemd160 selector selfdestruct send sha256 sha3 suicide super
    this transfer true
  `,
}
