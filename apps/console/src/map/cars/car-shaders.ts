/** Reads the eight numbers of a car and computes its position: shared by symbols and labels. */
const CAR = `#version 300 es
precision highp float;
uniform highp sampler2D cars;
uniform vec2 centre;   // of the view, relative to the anchor
uniform vec2 size;     // of the view, in pixels of the page
uniform float world;   // pixels of the page the whole world has
uniform float clock;   // seconds
uniform int shown;     // a bit a state
uniform float oldAfter;
uniform float staleAfter;
struct Car { vec2 at; int state; float heading; float fade; };

bool readCar(int slot, out Car car) {
  int wide = textureSize(cars, 0).x / 2;
  ivec2 texel = ivec2((slot % wide) * 2, slot / wide);
  vec4 way = texelFetch(cars, texel, 0);
  vec4 rest = texelFetch(cars, texel + ivec2(1, 0), 0);
  if (rest.w < 0.0) return false;
  int look = int(rest.w + 0.5);
  car.state = look % 4;
  car.heading = look < 4 ? -1.0 : radians(float(look / 4 - 1));
  if ((shown & (1 << car.state)) == 0) return false;
  float share = rest.y > 0.0 ? clamp((clock - rest.x) / rest.y, 0.0, 1.0) : 1.0;
  car.at = (mix(way.xy, way.zw, share) - centre) * world;
  float age = clock - rest.z;
  car.fade = age > staleAfter ? 0.35 : age > oldAfter ? 0.7 : 1.0;
  return abs(car.at.x) < size.x * 0.5 + 40.0 && abs(car.at.y) < size.y * 0.5 + 40.0;
}

vec4 onScreen(vec2 fromCentre) {
  return vec4(fromCentre / size * vec2(2.0, -2.0), 0.0, 1.0);
}
const vec4 NOWHERE = vec4(2.0, 2.0, 2.0, 1.0);
`

export const SIGN_VERTEX = `${CAR}
uniform float grow;
uniform float arrows;
uniform int selected;
uniform int lit;
uniform float ratio;    // device pixels in one of the page
flat out float reach;
flat out int state;
flat out float heading;
flat out float fade;
flat out int halo;

void main() {
  Car car;
  gl_PointSize = 1.0;
  if (!readCar(gl_VertexID, car)) { gl_Position = NOWHERE; return; }
  halo = gl_VertexID == selected ? 2 : gl_VertexID == lit ? 1 : 0;
  // No larger than what is painted: every pixel of ten thousand signs is paid for.
  reach = halo > 0 ? 23.0 : arrows > 0.5 && car.heading >= 0.0 ? 23.0 : 12.0;
  float growth = halo > 0 ? 1.0 : grow;
  state = car.state;
  heading = car.heading;
  fade = halo > 0 ? max(car.fade, 0.7) : car.fade;
  gl_PointSize = 2.0 * reach * growth * ratio;
  gl_Position = onScreen(car.at);
}`

/**
 * Green circle, red square, two orange bars, black cross, each with a white outline; a blue ring for the selected
 * one.
 */
export const SIGN_FRAGMENT = `#version 300 es
precision highp float;
flat in float reach;
flat in int state;
flat in float heading;
flat in float fade;
flat in int halo;
uniform vec3 colours[4];
uniform float soft;     // half a device pixel, in pixels of the sign
uniform float arrows;
out vec4 painted;

float box(vec2 p, vec2 half_, float round_) {
  vec2 q = abs(p) - half_ + round_;
  return length(max(q, 0.0)) + min(max(q.x, q.y), 0.0) - round_;
}
float sign_(vec2 p) {
  if (state == 0) return length(p) - 8.0;
  if (state == 1) return box(p, vec2(7.3), 1.5);
  if (state == 2) return min(box(p - vec2(4.4, 0), vec2(2.9, 8.0), 1.0), box(p + vec2(4.4, 0), vec2(2.9, 8.0), 1.0));
  vec2 q = vec2(p.x + p.y, p.x - p.y) * 0.70711;
  return min(box(q, vec2(10.0, 2.7), 1.0), box(q, vec2(2.7, 10.0), 1.0));
}
float arrow(vec2 p) {
  float c = cos(heading), s = sin(heading);
  vec2 q = vec2(p.x * c + p.y * s, p.x * s - p.y * c);
  return max(12.0 - q.y, (abs(q.x) - (20.0 - q.y) * 0.75) * 0.8);
}
vec4 over(vec4 below, vec3 colour, float share) {
  return vec4(colour * share + below.rgb * (1.0 - share), share + below.a * (1.0 - share));
}
float inside(float d) { return 1.0 - smoothstep(-soft, soft, d); }

void main() {
  vec2 local = (gl_PointCoord * 2.0 - 1.0) * reach;
  float d = sign_(local);
  bool points = arrows > 0.5 && heading >= 0.0;
  float a = points ? arrow(local) : 99.0;
  float both = min(d, a);
  vec4 p = vec4(0.0);
  if (halo > 0) {
    float ring = length(local) - (halo == 2 ? 20.0 : 18.0);
    p = over(p, vec3(0.11, 0.49, 0.84), inside(ring) * (halo == 2 ? 0.42 : 0.3));
    p = over(p, vec3(0.11, 0.49, 0.84), inside(abs(ring) - 1.3));
  }
  p = over(p, vec3(0.0), inside(both - 3.0) * 0.28);
  p = over(p, vec3(1.0), inside(both - 2.0));
  p = over(p, colours[state], inside(both));
  painted = p * fade;
  if (painted.a < 0.004) discard;
}`

export const LABEL_VERTEX = `${CAR}
layout(location = 0) in vec4 letter;  // slot, left edge beside the car, its cell, how far below the first line
uniform float cell;       // of the atlas, in pixels of the page
uniform float ratio;
flat out float column;
flat out float fade;

void main() {
  Car car;
  gl_PointSize = 1.0;
  if (!readCar(int(letter.x + 0.5), car)) { gl_Position = NOWHERE; return; }
  fade = max(car.fade, 0.5);
  column = letter.z;
  vec2 corner = floor((car.at + vec2(letter.y, 9.0 + letter.w)) * ratio + 0.5) / ratio;
  gl_PointSize = cell * ratio;
  gl_Position = onScreen(corner + cell * 0.5);
}`

/** Draws the letters twice: first all outlines, then all fills, so that no outline covers the letter before it. */
export const LABEL_FRAGMENT = `#version 300 es
precision highp float;
flat in float column;
flat in float fade;
uniform float cells;
uniform sampler2D letters;
uniform int ink;
out vec4 painted;
void main() {
  vec4 letter = texture(letters, vec2((column + gl_PointCoord.x) / cells, gl_PointCoord.y));
  painted = (ink == 1 ? vec4(vec3(0.07), 1.0) * (letter.a - letter.r) : vec4(letter.a)) * fade;
  if (painted.a < 0.004) discard;
}`
