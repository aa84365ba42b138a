// Gravity compensation, or computed torque as soon as a reference arrives, for the arm that generate.py was given.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>

#include <rclcpp/rclcpp.hpp>
#include <sensor_msgs/msg/joint_state.hpp>
#include <std_msgs/msg/float64_multi_array.hpp>
#include <std_msgs/msg/string.hpp>
#include <trajectory_msgs/msg/joint_trajectory_point.hpp>

#include "arm_gravity.h"
#include "arm_names.hpp"
#include "arm_torque.h"

namespace {

using Joints = std::array<double, arm::joint_count>;

// The hash of generate.py, without the blanks at the end.
std::uint64_t fnv1a(std::string text)
{
  text.resize(text.find_last_not_of(" \t\r\n") + 1);
  std::uint64_t value = 0xCBF29CE484222325u;
  for (const unsigned char byte : text) {
    value = (value ^ byte) * 0x100000001B3u;
  }
  return value;
}

bool all_finite(const Joints & values)
{
  return std::all_of(values.begin(), values.end(), [](double x) {return std::isfinite(x);});
}

class ArmNode : public rclcpp::Node
{
public:
  ArmNode()
  : Node("arm_node")
  {
    kp_.fill(declare_parameter<double>("kp", 100.0));
    kd_.fill(declare_parameter<double>("kd", 20.0));
    damping_ = declare_parameter<double>("damping", 0.5);
    commands_ = create_publisher<std_msgs::msg::Float64MultiArray>("effort_controller/commands", 1);
    description_ = create_subscription<std_msgs::msg::String>(
      "robot_description", rclcpp::QoS(1).transient_local(),
      [this](const std_msgs::msg::String & message) {take_description(message);});
    reference_ = create_subscription<trajectory_msgs::msg::JointTrajectoryPoint>(
      "reference", 1,
      [this](const trajectory_msgs::msg::JointTrajectoryPoint & message) {take_reference(message);});
    states_ = create_subscription<sensor_msgs::msg::JointState>(
      "joint_states", rclcpp::SensorDataQoS(),
      [this](const sensor_msgs::msg::JointState & message) {answer(message);});
  }

private:
  void take_description(const std_msgs::msg::String & message)
  {
    known_ = fnv1a(message.data) == arm::description_hash;
    if (!known_) {
      RCLCPP_ERROR(get_logger(), "robot_description is not the file that the code was generated from: run generate.py.");
    }
  }

  void take_reference(const trajectory_msgs::msg::JointTrajectoryPoint & message)
  {
    const std::size_t n = arm::joint_count;
    if (message.positions.size() != n || message.velocities.size() != n || message.accelerations.size() != n) {
      RCLCPP_ERROR(get_logger(), "a reference needs %zu positions, velocities and accelerations.", n);
      return;
    }
    std::copy_n(message.positions.begin(), n, desired_q_.begin());
    std::copy_n(message.velocities.begin(), n, desired_qd_.begin());
    std::copy_n(message.accelerations.begin(), n, desired_qdd_.begin());
    referenced_ = all_finite(desired_q_) && all_finite(desired_qd_) && all_finite(desired_qdd_);
  }

  void answer(const sensor_msgs::msg::JointState & message)
  {
    Joints q, qd, tau;
    if (!known_ || !read(message, q, qd)) {
      return;  // no command is better than a wrong one: the controller below has a timeout
    }
    if (referenced_) {
      const double t = 0.0;  // computed torque does not ask for the time, but every controller has the argument
      arm_computed_torque(
        &t, q.data(), qd.data(), desired_q_.data(), desired_qd_.data(), desired_qdd_.data(), kp_.data(), kd_.data(),
        tau.data());
    } else {
      arm_gravity_forces(q.data(), tau.data());
      for (std::size_t k = 0; k < arm::joint_count; ++k) {
        tau[k] -= damping_ * qd[k];
      }
    }
    if (!all_finite(tau)) {
      return;
    }
    std_msgs::msg::Float64MultiArray command;
    for (std::size_t k = 0; k < arm::joint_count; ++k) {
      command.data.push_back(std::clamp(tau[k], -arm::effort_limits[k], arm::effort_limits[k]));
    }
    commands_->publish(command);
  }

  // The state in the order of the generated code; false if a joint is missing or a number is not finite.
  static bool read(const sensor_msgs::msg::JointState & message, Joints & q, Joints & qd)
  {
    for (std::size_t k = 0; k < arm::joint_count; ++k) {
      const auto found = std::find(message.name.begin(), message.name.end(), arm::joint_names[k]);
      const auto place = static_cast<std::size_t>(found - message.name.begin());
      if (place >= message.position.size() || place >= message.velocity.size()) {
        return false;
      }
      q[k] = message.position[place];
      qd[k] = message.velocity[place];
    }
    return all_finite(q) && all_finite(qd);
  }

  Joints kp_{}, kd_{}, desired_q_{}, desired_qd_{}, desired_qdd_{};
  double damping_ = 0.0;
  bool known_ = false;
  bool referenced_ = false;
  rclcpp::Publisher<std_msgs::msg::Float64MultiArray>::SharedPtr commands_;
  rclcpp::Subscription<std_msgs::msg::String>::SharedPtr description_;
  rclcpp::Subscription<trajectory_msgs::msg::JointTrajectoryPoint>::SharedPtr reference_;
  rclcpp::Subscription<sensor_msgs::msg::JointState>::SharedPtr states_;
};

}  // namespace

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  rclcpp::spin(std::make_shared<ArmNode>());
  rclcpp::shutdown();
  return 0;
}
