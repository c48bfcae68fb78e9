/** Words of the language that have a class of their own, by class. */
export const GDSCRIPT_WORDS = {
  k: `
    and in not or as breakpoint class class_name extends is func setget signal tool const enum export onready static var
    break continue if elif else for pass return match while remote master puppet remotesync mastersync puppetsync
  `,
  kr: 'do switch case',
  nb: `
    Color8 ColorN abs acos asin assert atan atan2 bytes2var ceil char clamp convert cos cosh db2linear decimals dectime
    deg2rad dict2inst ease exp floor fmod fposmod funcref hash inst2dict instance_from_id is_inf is_nan lerp linear2db
    load log max min nearest_po2 pow preload print print_stack printerr printraw prints printt rad2deg rand_range
    rand_seed randf randi randomize range round seed sign sin sinh sqrt stepify str str2var tan tanh type_exist typeof
    var2bytes var2str weakref yield
  `,
  bp: 'self false true PI TAU NAN INF',
  kt: `
    bool int float String Vector2 Rect2 Transform2D Vector3 AABB Plane Quat Basis Transform Color RID Object NodePath
    Dictionary Array PoolByteArray PoolIntArray PoolRealArray PoolStringArray PoolVector2Array PoolVector3Array
    PoolColorArray null
  `,
}
