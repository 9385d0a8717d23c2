/** Links two shaders; an error is a bug and contains the driver's message. */
export function linkProgram(gl: WebGL2RenderingContext, vertex: string, fragment: string): WebGLProgram {
  const program = gl.createProgram()
  for (const [kind, source] of [
    [gl.VERTEX_SHADER, vertex],
    [gl.FRAGMENT_SHADER, fragment],
  ] as const) {
    const shader = gl.createShader(kind)
    if (!shader) throw new Error('no shader')
    gl.shaderSource(shader, source)
    gl.compileShader(shader)
    gl.attachShader(program, shader)
  }
  gl.linkProgram(program)
  if (gl.getProgramParameter(program, gl.LINK_STATUS) || gl.isContextLost()) return program
  const shaders = gl.getAttachedShaders(program) ?? []
  throw new Error([gl.getProgramInfoLog(program), ...shaders.map((one) => gl.getShaderInfoLog(one))].join('\n'))
}

/** Caches the location of every uniform. */
export function uniformsOf(gl: WebGL2RenderingContext, program: WebGLProgram) {
  const known = new Map<string, WebGLUniformLocation | null>()
  return (name: string): WebGLUniformLocation | null => {
    const found = known.get(name)
    if (found !== undefined) return found
    const location = gl.getUniformLocation(program, name)
    known.set(name, location)
    return location
  }
}

/** A texture without filtering between texels. */
export function exactTexture(gl: WebGL2RenderingContext, filter: number): WebGLTexture {
  const texture = gl.createTexture()
  gl.bindTexture(gl.TEXTURE_2D, texture)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, filter)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, filter)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE)
  return texture
}

export function drawWith(gl: WebGL2RenderingContext, program: WebGLProgram) {
  // biome-ignore lint/correctness/useHookAtTopLevel: a call of the graphics card, not of React
  gl.useProgram(program)
}
