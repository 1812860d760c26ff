# The course with all that it needs, built: docs/machines.md says how to use it. With docker, podman or buildah:
#   docker build -t memory-ladder .
FROM debian:12

# What has been compiled once is found again where a checkout is mounted in place of /course.
ENV CCACHE_DIR=/var/cache/ccache CMAKE_CXX_COMPILER_LAUNCHER=ccache

# git looks only at folders of the user that runs it; one that is mounted may be another's.
RUN apt-get update \
    && DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends ccache git nano \
    && rm -rf /var/lib/apt/lists/* \
    && git config --system --add safe.directory /course

WORKDIR /course
COPY . .

# ./learn installs the rest; what ./learn check --all runs is built, too.
RUN ./learn run && cmake --build build && rm -rf /var/lib/apt/lists/*

CMD ["bash"]
