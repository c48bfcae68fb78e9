/** Words of the language that have a class of their own, by class. */
export const PROTOBUF_WORDS = {
  k: `
    ctype default extensions import max oneof option optional packed repeated required returns rpc
    to
  `,
  kt: `
    bool bytes double fixed32 fixed64 float int32 int64 sfixed32 sfixed64 sint32 sint64 string
    uint32 uint64
  `,
}
